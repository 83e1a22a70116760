/**
 * The names that mark steps and their waiting in a profile. TensorBoard's step analysis looks for them: a root event with a
 * `step_num` is a step, and an event whose name begins with `IteratorGetNext` is waiting for input.
 */
export const STEP_EVENT = "train";
export const WAIT_EVENT = "IteratorGetNext (the feed)";
