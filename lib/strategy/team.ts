import { PeerWatch } from "../tensorflow";
import { describeTask, type Cluster } from "./rendezvous";

/** What a process says of its training, by the words that a message about a difference will use. */
export type Description = Readonly<Record<string, string | number | boolean>>;

/** What TensorFlow says when an all-reduce ends because of another process. */
const OF_ANOTHER =
  /UNAVAILABLE|DEADLINE_EXCEEDED|[Cc]ollective.*(abort|timed out)|aborted|failed to connect|Connection re(set|fused)|Socket closed|op cancelled|does not answer/i;

/** The processes that train together, as one of them sees the others. */
export class Team {
  private readonly watch: PeerWatch;

  /** Starts TensorFlow. @param swap Gives every process's description to all, in the order of the tasks. */
  constructor(
    readonly cluster: Cluster,
    readonly timeoutSeconds: number,
    private readonly swap: (own: Description) => Description[],
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
  exchange(own: Description): Description[] {
    try {
      return this.swap(own);
    } catch (error) {
      throw this.explain(error as Error);
    }
  }

  /**
   * Waits for the others, then makes sure that all do the same training.
   * @param aside What else each one says of itself: it may differ.
   * @returns what each one said, in the order of the tasks.
   * @throws one line that names the tasks that are missing, or what they do otherwise.
   */
  async join(own: Description, aside: Description = {}): Promise<Description[]> {
    const missing = await this.watch.waitForAll(this.timeoutSeconds);
    if (missing.length > 0) {
      throw new Error(
        `${this.named(missing)} did not answer within ${this.timeoutSeconds} s: look at its output, and whether the ` +
          "nodes can reach each other; --collective-timeout lets it take longer.",
      );
    }
    const all = this.exchange({ ...own, ...aside });
    const [chief, ...others] = all;
    others.forEach((other, index) => {
      refuseDifferences(chief, other, describeTask(this.cluster.members, index + 1), Object.keys(aside));
    });
    return all;
  }

  /** The error of a step: one line that names the lost tasks, where it comes from them. */
  explain(error: Error): Error {
    if (!OF_ANOTHER.test(error.message)) return error;
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

  /** Stops asking whether the others are there. */
  async leave(): Promise<void> {
    await this.watch.stop();
  }
}

function refuseDifferences(chief: Description, other: Description, task: string, aside: readonly string[]): void {
  const keys = [...new Set([...Object.keys(chief), ...Object.keys(other)])];
  const differences = keys
    .filter((key) => chief[key] !== other[key] && !aside.includes(key))
    .map((key) => `${key} ${String(chief[key] ?? "none")} on task 0, ${String(other[key] ?? "none")} there`);
  if (differences.length === 0) return;
  throw new Error(
    `${task.charAt(0).toUpperCase() + task.slice(1)} trains something else: ${differences.join("; ")}. Start all tasks alike.`,
  );
}
