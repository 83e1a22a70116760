import type { WholeScenario } from "./scenario";

/** Nodes of a training: those that work, those that stand by, those under repair; and when the next one fails. */
export class Nodes {
  /** Nodes of the job. */
  working: number;
  private standBy: number;
  /** Moments at which nodes come back, in order. */
  private readonly returns: number[] = [];
  /** Failures that are still to be expected until the next one: an exponential number with mean 1, used up as time passes. */
  private left: number;
  private listed = 0;
  /** Failures so far. */
  failures = 0;

  constructor(
    private readonly scenario: WholeScenario,
    private readonly random: () => number,
  ) {
    this.working = scenario.nodes;
    this.standBy = scenario.spares;
    this.left = -Math.log(random());
  }

  /** The moment of the next failure, if no node comes or goes before it. */
  nextFailure(now: number): number {
    const byChance = this.rate === 0 ? Infinity : now + Math.max(0, this.left) / this.rate; // rounding may leave less than 0
    return Math.min(byChance, this.nextListed);
  }

  /** Time passes without a failure. */
  pass(seconds: number): void {
    this.left -= seconds * this.rate;
  }

  /** A node fails, and another that stands by takes its place at once. */
  fail(now: number): void {
    if (now >= this.nextListed) this.listed++;
    else this.left = -Math.log(this.random());
    if (this.working === 0) return; // a given failure, where all nodes are under repair
    this.failures++;
    this.working--;
    this.returns.push(now + this.scenario.repairSeconds);
    this.refill(now);
  }

  /** Nodes that have come back stand by, and those that stand by join the job as long as it lacks any. */
  refill(now: number): void {
    while (this.returns.length > 0 && this.returns[0] <= now) {
      this.returns.shift();
      this.standBy++;
    }
    const joining = Math.min(this.standBy, this.scenario.nodes - this.working);
    this.working += joining;
    this.standBy -= joining;
  }

  get isComplete(): boolean {
    return this.working === this.scenario.nodes;
  }

  /** When the next node comes back. */
  get nextReturn(): number {
    return this.returns[0] ?? Infinity;
  }

  private get nextListed(): number {
    return this.scenario.failuresAt[this.listed] ?? Infinity;
  }

  /** Failures a second. */
  private get rate(): number {
    return this.working / this.scenario.nodeMtbfSeconds;
  }
}
