/** How the times of a step vary from node to node, and from step to step. */
export interface StepTimes {
  /** Mean time of a step on a usual node. */
  seconds: number;
  /**
   * Noise of each node in each step, independent of all others. `normal`: bell-shaped around the mean. `exponential`: a
   * fixed part, and an exponential rest with this mean and standard deviation.
   */
  noise?: { distribution: "normal" | "exponential"; deviationSeconds: number };
  /** One node takes this many times as long as a usual one, in every step; from 1. Default 1. */
  slowNode?: number;
}

/** A synchronous training on nodes that fail: when one fails, all go back to the last checkpoint. Times are in seconds. */
export interface FailureScenario {
  /** Nodes that the training needs, all of them at all times. */
  nodes: number;
  /** Mean time between failures of one node, whose failures are exponential. Default: none fails by chance. */
  nodeMtbfSeconds?: number;
  /** Moments at which a node fails in any case, from the start of the training. */
  failuresAt?: readonly number[];
  /** From a failure until the job notices it and ends. Default 0. */
  noticeSeconds?: number;
  /** From the start of a job until it computes again: start of processes, loading of the checkpoint. Default 0. */
  restartSeconds?: number;
  /** The training waits so long for each checkpoint. Default 0. */
  checkpointSeconds?: number;
  /** Computing between two checkpoints, on a usual node; whole steps of `step`, at least one. Default: no checkpoints. */
  intervalSeconds?: number;
  /** Steps, for trainings with stragglers. Default: computing is continuous. */
  step?: StepTimes;
  /**
   * Nodes that stand by and do not fail. One of them replaces a failed node at once; without one the job waits for a
   * repair. Default: there is always another node.
   */
  spares?: number;
  /** From a node's failure until it is back. Needed where `spares` is given. */
  repairSeconds?: number;
  /** The training ends when it has computed so long, on usual nodes without failures; whole steps of `step`. */
  workSeconds?: number;
  /** The training ends after so much time, at whatever point it is. */
  elapsedSeconds?: number;
}

/** A scenario with all defaults, its interval and its work in whole steps. */
export type WholeScenario = Required<Omit<FailureScenario, "step" | "failuresAt">> & {
  step?: Required<StepTimes>;
  failuresAt: number[];
};

/** A whole number of steps or stretches that rounding made a little larger is still that number. */
export const tinyShare = 1e-9;

/** Largest relative deviation of normal step times: below it, fewer than one in three million is negative. */
const mostNoise = 0.2;

/**
 * Fills in the defaults.
 * @throws one line that names the first value out of range, the limit, and what to give instead.
 */
export function wholeScenario(scenario: FailureScenario): WholeScenario {
  const { nodes, nodeMtbfSeconds = Infinity, failuresAt = [], step, spares = Infinity } = scenario;
  const { noticeSeconds = 0, restartSeconds = 0, checkpointSeconds = 0, intervalSeconds = Infinity } = scenario;
  const { workSeconds = Infinity, elapsedSeconds = Infinity } = scenario;
  expectNumber("nodes", nodes, Number.isInteger(nodes) && nodes >= 1, "a whole number from 1");
  expectNumber("nodeMtbfSeconds", nodeMtbfSeconds, nodeMtbfSeconds > 0, "a number above 0, or leave it out");
  for (const at of failuresAt) expectNumber("a moment of failuresAt", at, at >= 0 && at < Infinity, "seconds from 0");
  expectSeconds({ noticeSeconds, restartSeconds, checkpointSeconds });
  expectNumber("intervalSeconds", intervalSeconds, intervalSeconds > 0, "a number above 0, or leave it out");
  const isCount = (Number.isInteger(spares) && spares >= 0) || spares === Infinity;
  expectNumber("spares", spares, isCount, "a whole number from 0, or leave it out for a node at any time");
  const { repairSeconds = spares === Infinity ? 0 : NaN } = scenario;
  if (Number.isNaN(repairSeconds)) {
    throw new Error(`With ${spares} spares a failed node must come back at some time: give repairSeconds, too.`);
  }
  expectSeconds({ repairSeconds });
  expectNumber("workSeconds", workSeconds, workSeconds > 0, "a number above 0");
  expectNumber("elapsedSeconds", elapsedSeconds, elapsedSeconds > 0, "a number above 0");
  if (workSeconds === Infinity && elapsedSeconds === Infinity) {
    throw new Error("This training would never end: give finite workSeconds or elapsedSeconds.");
  }
  const known = step && wholeStep(step);
  const wholeSteps = (seconds: number, round: (steps: number) => number): number =>
    known && seconds < Infinity ? known.seconds * Math.max(1, round(seconds / known.seconds)) : seconds;
  return {
    ...{ nodes, nodeMtbfSeconds, failuresAt: [...failuresAt].sort((a, b) => a - b), noticeSeconds, restartSeconds },
    ...{ checkpointSeconds, spares, repairSeconds, elapsedSeconds },
    intervalSeconds: wholeSteps(intervalSeconds, Math.round),
    workSeconds: wholeSteps(workSeconds, (steps) => Math.ceil(steps - tinyShare)),
    ...(known && { step: known }),
  };
}

/** A step's times with their defaults. @throws one line for the first value out of range. */
export function wholeStep({ seconds, noise, slowNode = 1 }: StepTimes): Required<StepTimes> {
  expectNumber("step.seconds", seconds, seconds > 0 && seconds < Infinity, "a number above 0");
  expectNumber("step.slowNode", slowNode, slowNode >= 1 && slowNode < Infinity, "a factor from 1");
  const { distribution, deviationSeconds } = noise ?? { distribution: "normal", deviationSeconds: 0 };
  const most = (distribution === "normal" ? mostNoise : 1) * seconds;
  const isPossible = deviationSeconds >= 0 && deviationSeconds <= most;
  expectNumber(
    "step.noise.deviationSeconds",
    deviationSeconds,
    isPossible,
    `0 to ${most} for ${distribution} steps of ${seconds} s, because no step takes less than no time`,
  );
  return { seconds, slowNode, noise: { distribution, deviationSeconds } };
}

/** @throws one line unless the value is allowed. */
export function expectNumber(name: string, value: number, isAllowed: boolean, remedy: string): void {
  if (!isAllowed) throw new Error(`${name} is ${value}: give ${remedy}.`);
}

/** @throws one line that names the first of these that is no finite number of seconds from 0. */
export function expectSeconds(named: Record<string, number>): void {
  for (const [name, value] of Object.entries(named)) {
    expectNumber(name, value, value >= 0 && value < Infinity, "seconds, from 0");
  }
}
