import type { Installation } from "../installation";

/** What the watching thread is started with. */
export interface WatchPlan {
  /** One a task, as messages name it. */
  names: readonly string[];
  /** This process's own. */
  task: number;
  /** One Int32 a task, and a last one that counts changes; shared by both threads. */
  states: SharedArrayBuffer;
  /** Between two rounds of questions, for an answer, and from the last answer until a task is given up; milliseconds. */
  intervalMs: number;
  probeMs: number;
  patienceMs: number;
  hookLibrary: string;
  home: Installation["home"];
}

/** What is known of a task: 0 before it has answered for the first time. */
export const ANSWERS = 1;
export const LOST = 2;

/** The thread's message that a state has changed. */
export const CHANGES = "changes";
