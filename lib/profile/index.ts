/** Looking inside a step: TensorFlow's own profile of it, and what each device did when. */
export { profileFile, StepProfile, type StepProfileOptions } from "./step-profile";
export { newestProfile, readProfile } from "./read";
export { stepTimelines, summarize, type DeviceSummary, type DeviceTimeline, type StepTimeline } from "./timeline";
export { length, type Interval } from "./intervals";
