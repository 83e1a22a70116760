/** Looking inside a step: TensorFlow's own profile of it, and what each device did when. */
export { profileFile, StepProfile, type StepProfileOptions } from "./step-profile";
