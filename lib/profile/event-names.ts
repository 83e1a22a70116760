/**
 * How steps and their waiting are marked in a profile. The names are those that TensorBoard's step analysis looks for:
 * a root event with a `step_num` is a step, and what begins with `IteratorGetNext` is waiting for input.
 */
export const STEP_EVENT = "train";
export const WAIT_EVENT = "IteratorGetNext (the feed)";
