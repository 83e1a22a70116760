/** The data that the watching thread is started with. */
export interface WatchPlan {
  /** Each task's name for messages. */
  names: readonly string[];
  /** This process's own task. */
  task: number;
  /** An Int32 for each task's state, and a last one that counts changes; shared by both threads. */
  states: SharedArrayBuffer;
  /** What {@link StepSlot} says of this process's steps; shared by both threads. */
  steps: SharedArrayBuffer;
  /** The time from which {@link StepSlot.Since} counts, as `Date.now()` has it. */
  startedAt: number;
  /** After how long a step's duration is told, in seconds. */
  longStepSeconds: number;
  /** How long a step may take, in seconds. */
  mostStepSeconds: number;
  /** The time between two rounds of probes. */
  intervalMs: number;
  /** How long a probe waits for an answer. */
  probeMs: number;
  /** How long after its last answer a task is given up. */
  patienceMs: number;
  hookLibrary: string;
  /** The folder of TensorFlow's libraries. */
  home: string;
}

/** The places of the Int32s about steps. */
export const StepSlot = {
  /** The second, from 1, in which the step under way began or the one before it ended; 0 while there is none. */
  Since: 0,
  /** Whether a step was given up because it took too long. */
  GivenUp: 1,
} as const;

/** The states of a task. Before its first answer, the state is 0. */
export const ANSWERS = 1;
export const LOST = 2;

/** The thread's message when a state has changed. */
export const CHANGES = "changes";
