import { PeerWatch } from "../tensorflow";
import { describeTask, type Cluster } from "./rendezvous";

/** What a process says about its training. The keys are the words that a message about a difference uses. */
export type Description = Readonly<Record<string, string | number | boolean>>;

/** Matches the messages of TensorFlow when an all-reduce ends because of another process. */
const BECAUSE_OF_ANOTHER =
  /UNAVAILABLE|DEADLINE_EXCEEDED|[Cc]ollective.*(abort|timed out)|aborted|failed to connect|Connection re(set|fused)|Socket closed|op cancelled|does not answer/i;

/** The processes that train together, as one of them sees the others. */
export class Team {
  private readonly watch: PeerWatch;

  /** Starts TensorFlow. @param exchangeAll Gives every process's description to all, in the order of the tasks. */
  constructor(
    readonly cluster: Cluster,
    readonly timeoutSeconds: number,
    private readonly exchangeAll: (description: Description) => Description[],
  ) {
    const names = cluster.members.map((_, task) => describeTask(cluster.members, task));
    this.watch = new PeerWatch({ names, task: cluster.task, timeoutSeconds });
  }

  get workers(): number {
    return this.cluster.members.length;
  }

  /** Whether this process writes the run's record and checkpoints. */
  get isChief(): boolean {
    return this.cluster.task === 0;
  }

  /**
   * Every process's description, in the order of the tasks.
   * @throws one line that names the tasks that are lost meanwhile.
   */
  exchange(description: Description): Description[] {
    try {
      return this.exchangeAll(description);
    } catch (error) {
      throw this.explain(error as Error);
    }
  }

  /**
   * Waits for the others, then makes sure that all do the same training.
   * @param mayDiffer What else each process says about itself.
   * @returns both descriptions of each process, in the order of the tasks.
   * @throws one line that names the tasks that are missing, or what they do differently.
   */
  async join(mustAgree: Description, mayDiffer: Description = {}): Promise<Description[]> {
    const missing = await this.watch.waitForAll(this.timeoutSeconds);
    if (missing.length > 0) {
      throw new Error(
        `${this.named(missing)} did not answer within ${this.timeoutSeconds} s: look at its output, and whether the ` +
          "nodes can reach each other; --collective-timeout lets it take longer.",
      );
    }
    const all = this.exchange({ ...mustAgree, ...mayDiffer });
    const [chief, ...others] = all;
    others.forEach((other, index) => {
      refuseDifferences(chief, other, describeTask(this.cluster.members, index + 1), Object.keys(mayDiffer));
    });
    return all;
  }

  /** Replaces a step's error with one line that names the lost tasks, where these are its cause. */
  explain(error: Error): Error {
    if (!BECAUSE_OF_ANOTHER.test(error.message)) return error;
    const lost = this.watch.lostWithin(this.timeoutSeconds);
    if (lost.length === 0) return error;
    const text =
      `${this.named(lost)} ${lost.length === 1 ? "does" : "do"} not answer any more: its process ended, its node died, or the ` +
      "network between broke. Look at its output, and go on from the last checkpoint with --resume.";
    return new Error(text, { cause: error });
  }

  private named(tasks: readonly number[]): string {
    const text = tasks.map((task) => describeTask(this.cluster.members, task)).join(" and ");
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** Stops asking whether the other processes are there. */
  async leave(): Promise<void> {
    await this.watch.stop();
  }
}

function refuseDifferences(chief: Description, other: Description, task: string, mayDiffer: readonly string[]): void {
  const keys = [...new Set([...Object.keys(chief), ...Object.keys(other)])];
  const differences = keys
    .filter((key) => chief[key] !== other[key] && !mayDiffer.includes(key))
    .map((key) => `${key} ${String(chief[key] ?? "none")} on task 0, ${String(other[key] ?? "none")} there`);
  if (differences.length === 0) return;
  throw new Error(
    `${task.charAt(0).toUpperCase() + task.slice(1)} trains something else: ${differences.join("; ")}. Start all tasks alike.`,
  );
}
