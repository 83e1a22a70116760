import { PeerWatch } from "../tensorflow/engine";
import { announce, describeTask, joinSecondsOf, type Cluster } from "./rendezvous";

/** A process's description of its training. An error message about a difference shows the keys. */
export type Description = Readonly<Record<string, string | number | boolean>>;

/** Matches TensorFlow's messages when another process made an all-reduce fail. */
const LOST_PEER =
  /UNAVAILABLE|DEADLINE_EXCEEDED|[Cc]ollective.*(abort|timed out)|aborted|failed to connect|Connection re(set|fused)|Socket closed|op cancelled|does not answer/i;

/** The processes that train together, seen from one of them. */
export class Team {
  /** The thread that gives up what would never end. */
  readonly watch: PeerWatch;
  /** How long to wait for the others at the start. */
  joinSeconds: number;
  private readonly timeoutSeconds: number;

  /** Starts TensorFlow. @param exchangeAll Gives every process's description to all, in the order of the tasks. */
  constructor(
    readonly cluster: Cluster,
    private readonly limits: { timeoutSeconds: number; mostStepSeconds: number },
    private readonly exchangeAll: (description: Description) => Description[],
  ) {
    const names = cluster.members.map((_, task) => describeTask(cluster.members, task));
    this.timeoutSeconds = limits.timeoutSeconds;
    this.joinSeconds = joinSecondsOf(limits.timeoutSeconds);
    this.watch = new PeerWatch({ names, task: cluster.task, ...limits });
  }

  get workers(): number {
    return this.cluster.members.length;
  }

  /** Whether this process writes the run's record and checkpoints. */
  get isChief(): boolean {
    return this.cluster.task === 0;
  }

  /**
   * Sends a description to all processes and returns theirs, in the order of the tasks.
   * @throws one line that names the tasks that are lost meanwhile.
   */
  exchange(description: Description): Description[] {
    this.watch.stepBegins();
    try {
      return this.exchangeAll(description);
    } catch (error) {
      throw this.explain(error as Error);
    } finally {
      this.watch.stepEnds();
    }
  }

  /**
   * Waits for the other processes, then makes sure that all run the same training.
   * @param mayDiffer A second description, in which the processes may differ.
   * @returns both descriptions of each process, merged, in the order of the tasks.
   * @throws one line that names the missing tasks, or what they do differently.
   */
  async join(mustAgree: Description, mayDiffer: Description = {}): Promise<Description[]> {
    const quiet = announce(this.joinSeconds, () => "TensorFlow's servers of the other tasks");
    const missing = await this.watch.waitForAll(this.joinSeconds);
    quiet();
    if (missing.length > 0) {
      throw new Error(
        `${this.named(missing)} did not answer within ${this.joinSeconds} s: look at its output, and whether the ` +
          "nodes can reach each other; --collective-timeout lets it take longer.",
      );
    }
    const all = this.exchange({ ...mustAgree, ...mayDiffer });
    const [chief, ...others] = all;
    others.forEach((other, index) => refuseDifferences(chief, other, this.named([index + 1]), Object.keys(mayDiffer)));
    return all;
  }

  /** Replaces a step's error with one line that names the lost tasks, if lost tasks are the cause. */
  explain(error: Error): Error {
    if (!LOST_PEER.test(error.message)) return error;
    if (this.watch.gaveUp) {
      const text =
        `All tasks answer, but a step has not ended within ${this.limits.mostStepSeconds} s: one of them does nothing, or does other ` +
        "steps than this one. Look at their outputs, and start all tasks alike.";
      return new Error(text, { cause: error });
    }
    const lost = this.watch.lostWithin(this.timeoutSeconds);
    if (lost.length === 0) return error;
    const text =
      `${this.named(lost)} ${lost.length === 1 ? "does" : "do"} not answer any more: its process ended, its node died, or the ` +
      "network between broke. Look at its output, and go on from the last checkpoint with --resume.";
    return new Error(text, { cause: error });
  }

  /** Tasks as a sentence begins with them. */
  private named(tasks: readonly number[]): string {
    const text = tasks.map((task) => describeTask(this.cluster.members, task)).join(" and ");
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** Stops watching the other processes. */
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
  throw new Error(`${task} trains something else: ${differences.join("; ")}. Start all tasks alike.`);
}
