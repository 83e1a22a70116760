/** The connection of a training's processes. */
export interface RollCall {
  /** The address on which each task's framework may listen, as `host:port`. */
  addresses: string[];
  /** Resolves with one line when a task has failed or does not answer any more. */
  lost: Promise<string>;
  /** Sends numbers to the chief. @returns those of all tasks, in their order, to the chief; to the others their own. */
  gather(values: number[]): Promise<number[][]>;
  /** Tells the others that this task has failed, and why. */
  fail(reason: string): Promise<void>;
  /** Tells the others that this task is done, and waits until all are. */
  done(): Promise<void>;
}
