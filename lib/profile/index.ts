/** Looking inside a step: TensorFlow's own profile of it, and what each device did when. */
export { StepProfile } from "./step-profile";
export { newestProfile, readProfile } from "./read";
export { stepTimelines, summarize } from "./timeline";
export { coveredSeconds } from "./intervals";
