/** Looking inside a step: TensorFlow's own profile of it, and what each device did when. */
export { StepProfile } from "./step-profile";
export { PROFILING_FOR_ALL } from "./gpu-events";
export { allocatedBytes, type AllocatedBytes } from "./memory";
export { memoryOfStep, type StepMemory } from "./memory-of-step";
export { newestProfile, readProfile } from "./read";
export { stepTimelines, summarize } from "./timeline";
export { coveredSeconds } from "./intervals";
