import { readLines } from "./x-space";

/** Bytes that TensorFlow's allocator held while a profile was recorded, for all devices of the host together. */
export interface AllocatedBytes {
  /** When the first block was allocated or freed. */
  first: number;
  peak: number;
}

/**
 * Reads what TensorFlow's allocator of the host reports of each block in a profile. Unlike a process's resident memory, this is without
 * pages that the C library keeps.
 * @param profile A serialized XSpace.
 * @throws one line when the profile has no such events.
 */
export function allocatedBytes(profile: Uint8Array): AllocatedBytes {
  const held = readLines(profile)
    .flatMap(({ events }) => events)
    .filter(({ name }) => /^Memory(Allocation|Deallocation)$/.test(name))
    .sort((a, b) => a.start - b.start)
    .flatMap((event) => event.stat("bytes_allocated") ?? []);
  if (held.length === 0)
    throw new Error("The profile has no events of the allocator: nothing was allocated on the host.");
  return { first: held[0], peak: held.reduce((most, bytes) => Math.max(most, bytes)) };
}
