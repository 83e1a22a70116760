import { expectNumber, expectSeconds } from "./scenario";

/** Failures of a whole job and its checkpoints, in seconds. */
export interface CheckpointCosts {
  /** Mean time between failures of the job: that of a node, divided by the nodes. */
  jobMtbfSeconds: number;
  /** The training waits so long for each checkpoint. */
  checkpointSeconds: number;
}

/** Costs, and what a training makes of them. */
export interface CheckpointedTraining extends CheckpointCosts {
  /** From a failure until the job computes again, with the time to notice it. Default 0. */
  restartSeconds?: number;
  /** Computing between two checkpoints. Infinity: no checkpoints. */
  intervalSeconds: number;
}

/**
 * The mean time between failures of a job, in seconds, if all its nodes fail independently, with the same exponential
 * distribution.
 * @throws one line for values out of range.
 */
export function jobMtbf({ nodes, nodeMtbfSeconds }: { nodes: number; nodeMtbfSeconds: number }): number {
  expectNumber("nodes", nodes, Number.isInteger(nodes) && nodes >= 1, "a whole number from 1");
  expectNumber("nodeMtbfSeconds", nodeMtbfSeconds, nodeMtbfSeconds > 0, "a number above 0");
  return nodeMtbfSeconds / nodes;
}

/**
 * Young's interval between checkpoints, `√(2 δ M)` seconds of computing. It is close to the best where the cost δ of a
 * checkpoint is far below the job's mean time M between failures.
 *
 * Source: J. W. Young, A first order approximation to the optimum checkpoint interval, Communications of the ACM 17
 * (9), 1974.
 * @throws one line for values out of range.
 */
export function youngInterval(costs: CheckpointCosts): number {
  const { jobMtbfSeconds, checkpointSeconds } = checkedCosts(costs);
  if (jobMtbfSeconds === Infinity) return Infinity;
  return Math.sqrt(2 * checkpointSeconds * jobMtbfSeconds);
}

/**
 * Daly's interval between checkpoints, in seconds of computing: `√(2 δ M) (1 + √(δ / 2M) / 3 + (δ / 2M) / 9) - δ`, or M
 * where δ is 2 M or more.
 *
 * Source: J. T. Daly, A higher order estimate of the optimum checkpoint interval for restart dumps, Future Generation
 * Computer Systems 22 (3), 2006.
 * @throws one line for values out of range.
 */
export function dalyInterval(costs: CheckpointCosts): number {
  const { jobMtbfSeconds: mtbf, checkpointSeconds: cost } = checkedCosts(costs);
  if (mtbf === Infinity) return Infinity;
  if (cost >= 2 * mtbf) return mtbf;
  const ratio = cost / (2 * mtbf);
  return Math.sqrt(2 * cost * mtbf) * (1 + Math.sqrt(ratio) / 3 + ratio / 9) - cost;
}

/**
 * The interval between checkpoints with the shortest expected time, in seconds of computing. It is M x, where x solves
 * `1 - x = exp(-x - δ / M)`, which sets the derivative of a training's expected time to zero; the restart does not matter.
 *
 * Source: the same article of J. T. Daly, whose series approximates this solution. (By Lambert's function, `x = 1 +
 * W(-exp(-1 - δ / M))`.)
 * @throws one line for values out of range.
 */
export function exactInterval(costs: CheckpointCosts): number {
  const { jobMtbfSeconds: mtbf, checkpointSeconds: cost } = checkedCosts(costs);
  if (mtbf === Infinity || cost === 0) return mtbf === Infinity ? Infinity : 0;
  let x = Math.min(0.999, dalyInterval(costs) / mtbf);
  for (let iteration = 0; iteration < 50; iteration++) {
    const above = -Math.expm1(-x - cost / mtbf) - x; // the equation, without losing the digits of a small x
    const next = x - above / (Math.exp(-x - cost / mtbf) - 1);
    if (Math.abs(next - x) <= 1e-15 * x) break;
    x = next;
  }
  return mtbf * x;
}

/**
 * Expected goodput of a long training: τ divided by the expected time of one stretch and its checkpoint,
 * `M exp(R / M) (exp((τ + δ) / M) - 1)` (section 3 of the same article of J. T. Daly). Without failures it is `1 / (1 + δ / τ)`, and 1 without checkpoints.
 * @returns 0 to 1; 0 where failures come and checkpoints do not.
 * @throws one line for values out of range.
 */
export function expectedGoodput(training: CheckpointedTraining): number {
  const { intervalSeconds: interval, jobMtbfSeconds: mtbf } = training;
  const { checkpointSeconds, restartSeconds } = checkedTraining(training);
  if (interval === Infinity) return mtbf === Infinity ? 1 : 0;
  if (mtbf === Infinity) return 1 / (1 + checkpointSeconds / interval);
  return interval / (mtbf * Math.exp(restartSeconds / mtbf) * Math.expm1((interval + checkpointSeconds) / mtbf));
}

function checkedCosts<Costs extends CheckpointCosts>(costs: Costs): Costs {
  const { jobMtbfSeconds, checkpointSeconds } = costs;
  expectNumber("jobMtbfSeconds", jobMtbfSeconds, jobMtbfSeconds > 0, "a number above 0");
  expectSeconds({ checkpointSeconds });
  return costs;
}

function checkedTraining({ restartSeconds = 0, ...training }: CheckpointedTraining): Required<CheckpointedTraining> {
  const { intervalSeconds } = checkedCosts(training);
  expectSeconds({ restartSeconds });
  expectNumber("intervalSeconds", intervalSeconds, intervalSeconds > 0, "a number above 0, or Infinity");
  return { ...training, restartSeconds };
}
