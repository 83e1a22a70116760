/**
 * Looking inside a step: TensorFlow's own profile of it, and what each device did when.
 * @module profile
 */
export { StepProfile } from "./step-profile";
export { PROFILING_FOR_ALL } from "./gpu-events";
export { heldOverTime, type HeldOverTime } from "./held-over-time";
export { memoryOfStep, stepMemory, type StepMemory } from "./memory-of-step";
export { pipelineTasks, type RanTask } from "./pipeline-tasks";
export { profileOf } from "./profile-of";
export { type ProcessProfile, type ProcessTimes, type Straggler } from "./processes";
export { readProfile } from "./read";
export { summarize, type DeviceSummary, type DeviceTimeline, type StepTimeline } from "./timeline";
export { coveredSeconds, type Interval } from "./intervals";
