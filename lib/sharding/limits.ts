/** The most devices of a mesh: more than any job has, and few enough for lists that have an entry for each. */
export const MOST_DEVICES = 65_536;

/** The most microbatches of a pipeline, whose schedule lists each of them twice for every stage. */
export const MOST_MICROBATCHES = 65_536;
