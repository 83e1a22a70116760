import { filledLines } from "../system/words";

/** A job of the queue in Slurm's own words, to be shown to a person. */
export interface QueuedJob {
  /** The account that owns it. */
  user: string;
  id: string;
  /** `PENDING`, `RUNNING`, ... */
  state: string;
  /** Its nodes, or in parentheses the reason why it waits. */
  where: string;
  /** The time that it has run, and the time that is left to it, as days-hours:minutes:seconds. */
  time: string;
  left: string;
}

/**
 * The flags of `squeue` for the jobs of a name, whose output {@link readQueue} reads. No column holds a text that a job's owner
 * can choose, such as its name: by it the owner could forge lines and columns.
 */
export const queueFlags = (name: string): string[] => ["--noheader", `--name=${name}`, "--format=%u|%i|%T|%R|%M|%L"];

/** Reads the output of `squeue` with {@link queueFlags}. */
export function readQueue(text: string): QueuedJob[] {
  return filledLines(text).map((line) => {
    const [user, id, state, where, time, left] = line.split("|");
    return { user, id, state, where, time, left };
  });
}
