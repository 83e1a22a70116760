import { Nodes } from "./nodes";
import { expectNumber, tinyShare, wholeScenario, type FailureScenario, type WholeScenario } from "./scenario";
import { stepsOf, type Steps } from "./steps";
import { randomStream } from "./streams";

/** Where the time of a training goes; every second has one cause. */
export const causes = ["computing", "stragglers", "lost", "checkpoints", "restarts", "waiting"] as const;

/**
 * `computing`: steps that were kept, as fast as a usual node makes them. `stragglers`: what the slowest node of each
 * adds. `lost`: computed, and undone by a failure before the next checkpoint was complete. `checkpoints`: complete ones
 * and broken ones. `restarts`: until a failure is noticed, and until the next job computes. `waiting`: for nodes.
 */
export type Cause = (typeof causes)[number];

/** What the training did from one moment to another; computing that was kept includes its stragglers. */
export interface FailureSpell {
  what: Exclude<Cause, "stragglers">;
  start: number;
  end: number;
}

/** A training that was simulated. */
export interface SimulatedTraining {
  totalSeconds: number;
  /** `computing` divided by the total: the share of the time that made progress which was kept. */
  goodput: number;
  /** Seconds by cause; they add up to the total. */
  seconds: Record<Cause, number>;
  counts: {
    failures: number;
    /** Complete ones. */
    checkpoints: number;
    /** How often computed steps were lost. */
    losses: number;
    /** Begun ones; a failure during a restart begins another. */
    restarts: number;
    /** How often the job waited for nodes. */
    waits: number;
  };
  /** What it did, in order, if asked for. */
  spells?: FailureSpell[];
  /** The moments of failures, if asked for. */
  failuresAt?: number[];
}

/** A simulation ends with an error beyond these: it would take minutes, or the memory of the machine. */
const most = { failures: 1_000_000, spells: 1_000_000, draws: 1_000_000 };
/** Steps that are drawn together at most, so that a stretch without end has parts. */
const blockOfSteps = 4096;

type Outcome = "done" | "failed" | "over";

/**
 * Simulates a training on nodes that fail, from event to event: the time it takes grows with the number of failures,
 * not with the time that is simulated. With noise of the steps it grows with the checkpoints, too; an error ends it
 * after a million stretches between them.
 *
 * A failure during a checkpoint or a restart breaks it; the restart then begins again, with the time to notice. The
 * last stretch of computing also ends with a checkpoint, unless there are none. Where `elapsedSeconds` end the
 * training, what it has computed by then is kept.
 * @param scenario The training and what may happen to it.
 * @param options Which of its possible courses, and how much to tell of it.
 * @param options.seed A whole number: the same seed gives the same result, bit for bit. Nodes fail at the same moments
 * whatever the other settings are, as long as all work. Default 1.
 * @param options.timeline Whether the result lists what happened when.
 * @throws one line when the scenario is out of range, or so bad that the simulation does not come to an end.
 */
export function simulateTraining(
  scenario: FailureScenario,
  { seed = 1, timeline = false }: { seed?: number; timeline?: boolean } = {},
): SimulatedTraining {
  expectNumber("seed", seed, Number.isInteger(seed), "a whole number");
  return new Simulation(wholeScenario(scenario), seed, timeline).result();
}

class Simulation {
  private now = 0;
  private readonly nodes: Nodes;
  private readonly steps: Steps;
  /** Computing from one checkpoint to the next on usual nodes, and how many such stretches there are. */
  private readonly stretch: number;
  private readonly stretches: number;
  private readonly lastStretch: number;
  private kept = 0;
  private isOver = false;
  /** How often the time of noisy steps was drawn: for each stretch, and each part of a long one. */
  private draws = 0;
  private readonly seconds: SimulatedTraining["seconds"] = {
    ...{ computing: 0, stragglers: 0, lost: 0, checkpoints: 0, restarts: 0, waiting: 0 },
  };
  private readonly counts = { failures: 0, checkpoints: 0, losses: 0, restarts: 0, waits: 0 };
  private readonly spells: FailureSpell[] = [];
  private readonly failuresAt: number[] = [];

  constructor(
    private readonly scenario: WholeScenario,
    seed: number,
    private readonly timeline: boolean,
  ) {
    const { nodes, step, intervalSeconds, workSeconds } = scenario;
    this.nodes = new Nodes(scenario, randomStream(seed, 0));
    this.steps = stepsOf(nodes, step, randomStream(seed, 1));
    this.stretch = Math.min(intervalSeconds, workSeconds);
    this.stretches = this.stretch === Infinity ? Infinity : Math.ceil(workSeconds / this.stretch - tinyShare);
    this.lastStretch = this.stretches < Infinity ? workSeconds - (this.stretches - 1) * this.stretch : this.stretch;
  }

  result(): SimulatedTraining {
    while (!this.isOver) {
      if (!this.steps.draw) this.skipWholeStretches();
      if (this.oneStretch() === "failed") this.recover();
    }
    const goodput = this.seconds.computing / this.now;
    return {
      ...{ totalSeconds: this.now, goodput, seconds: this.seconds, counts: this.counts },
      ...(this.timeline && { spells: this.spells, failuresAt: this.failuresAt }),
    };
  }

  /** Stretches that all take the same time, as many as there are before the next failure and the last stretch. */
  private skipWholeStretches(): void {
    const { checkpointSeconds, elapsedSeconds } = this.scenario;
    const computing = this.stretch * this.steps.slowdown;
    const each = computing + checkpointSeconds;
    const until = Math.min(this.nodes.nextFailure(this.now), elapsedSeconds);
    const count = Math.min(Math.floor((until - this.now) / each), this.stretches - 1 - this.kept);
    if (!(count > 0)) return;
    for (let at = 0; this.timeline && at < count; at++) {
      const start = this.now + at * each;
      this.note("computing", start, start + computing);
      this.note("checkpoints", start + computing, start + each);
    }
    this.kept += count;
    this.seconds.computing += count * this.stretch;
    this.seconds.stragglers += count * (computing - this.stretch);
    this.seconds.checkpoints += count * checkpointSeconds;
    this.counts.checkpoints += count;
    this.nodes.pass(count * each);
    this.now += count * each;
  }

  /** Computing up to the next checkpoint, and the checkpoint. */
  private oneStretch(): Outcome {
    const start = this.now;
    const { outcome: computed, work } = this.compute(this.kept < this.stretches - 1 ? this.stretch : this.lastStretch);
    const end = this.now;
    const spell = this.note("computing", start, end);
    let outcome = computed;
    if (computed === "done" && this.scenario.intervalSeconds < Infinity) {
      outcome = this.pass("checkpoints", this.scenario.checkpointSeconds);
      if (outcome === "done") this.counts.checkpoints++;
    }
    if (outcome === "failed") {
      this.seconds.lost += end - start;
      if (end > start) this.counts.losses++;
      if (spell) spell.what = "lost";
    } else {
      this.seconds.computing += work;
      this.seconds.stragglers += end - start - work;
      this.kept++;
      if (this.kept === this.stretches) this.isOver = true;
    }
    return outcome;
  }

  /** Computes what takes usual nodes so many seconds. @returns what it came to, and how much of that was computed. */
  private compute(seconds: number): { outcome: Outcome; work: number } {
    const { step } = this.scenario;
    if (!this.steps.draw || !step) {
      const start = this.now;
      const outcome = this.pass(undefined, seconds * this.steps.slowdown);
      return { outcome, work: outcome === "done" ? seconds : (this.now - start) / this.steps.slowdown };
    }
    let work = 0;
    for (let left = Math.round(seconds / step.seconds); left > 0; left -= blockOfSteps) {
      if (++this.draws > most.draws) throw new Error(this.tooManyDraws());
      const steps = Math.min(left, blockOfSteps);
      const [start, duration] = [this.now, this.steps.draw(steps)];
      const outcome = this.pass(undefined, duration);
      work += steps * step.seconds * (outcome === "done" ? 1 : (this.now - start) / duration);
      if (outcome !== "done") return { outcome, work };
    }
    return { outcome: "done", work };
  }

  /** After a failure: notices it, waits for nodes, and starts again. */
  private recover(): void {
    for (let outcome: Outcome = "failed"; outcome === "failed";) {
      this.counts.restarts++;
      outcome = this.pass("restarts", this.scenario.noticeSeconds);
      if (outcome === "done") outcome = this.waitForNodes();
      if (outcome === "done") outcome = this.pass("restarts", this.scenario.restartSeconds);
    }
  }

  /** A node that fails meanwhile makes the wait longer. */
  private waitForNodes(): Outcome {
    this.nodes.refill(this.now);
    if (!this.nodes.isComplete) this.counts.waits++;
    while (!this.nodes.isComplete) {
      if (this.pass("waiting", this.nodes.nextReturn - this.now) === "over") return "over";
      this.nodes.refill(this.now);
    }
    return "done";
  }

  /**
   * Time passes, until the next failure or the training's end at the latest.
   * @param what Undefined for computing, whose cause is known only later.
   */
  private pass(what: Exclude<FailureSpell["what"], "computing" | "lost"> | undefined, seconds: number): Outcome {
    const start = this.now;
    const { elapsedSeconds } = this.scenario;
    const failure = this.nodes.nextFailure(start);
    const end = Math.min(start + seconds, failure, elapsedSeconds);
    this.now = end;
    this.nodes.pass(end - start);
    if (what !== undefined) {
      this.seconds[what] += end - start;
      this.note(what, start, end);
    }
    if (end === elapsedSeconds) {
      this.isOver = true;
      return "over";
    }
    if (end < failure) return "done";
    this.nodes.fail(end);
    this.counts.failures = this.nodes.failures;
    if (this.timeline) this.failuresAt.push(end);
    if (this.counts.failures > most.failures) throw new Error(`${this.soFar()}: ${this.remedy()}.`);
    return "failed";
  }

  /** Adds a spell to the timeline, if there is one and the spell takes time. */
  private note(what: FailureSpell["what"], start: number, end: number): FailureSpell | undefined {
    if (!this.timeline || end <= start) return;
    if (this.spells.length >= most.spells) {
      throw new Error(
        `This training has more than ${most.spells} spells: simulate it without the timeline, or a shorter one.`,
      );
    }
    const spell = { what, start, end };
    this.spells.push(spell);
    return spell;
  }

  private tooManyDraws(): string {
    const what = `${most.draws} stretches of noisy steps, from checkpoint to checkpoint or ${blockOfSteps} steps at most`;
    return `This training has more than ${what}: give a longer interval, longer steps, a shorter training, or no noise.`;
  }

  private soFar(): string {
    const done = this.seconds.computing.toPrecision(3);
    return `After ${most.failures} failures this training has kept ${done} s of computing, and goes on`;
  }

  private remedy(): string {
    return "give fewer nodes, a longer nodeMtbfSeconds, or a shorter interval, restart or repair";
  }
}
