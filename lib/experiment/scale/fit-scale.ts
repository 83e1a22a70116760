import { mean } from "simple-statistics";
import { counted } from "../../system/words";
import { checkTimes } from "../fits";
import { leastSquares } from "../statistics/least-squares";
import { heldTerms, toldTerms, type Fitted } from "./held";
import { placeOf } from "./parts";
import { posterior, type Problem } from "./posterior";
import { predictStep } from "./predict-step";
import { defaultPriors, publishedNoise } from "./priors";
import { deviceSpread, replicateSpread, replicatesOf, type Replicates } from "./replicates";
import type { Prior, ScaleFit, ScaleOptions, ScaleRow, ScaleTerm } from "./types";

const allTerms: readonly ScaleTerm[] = ["halfBatch", "secondsPerImage", "allReduce", "slowest", "betweenNodes"];

/**
 * Fits the model of a step to measured steps of small scale, to predict steps of large scale. `partsAt` has the formula. Rows tell
 * what they can; where they are silent, a term keeps its prior from data sheets, and its deviation widens the predictions that
 * depend on it. {@link ScaleFit.held} names these terms.
 * @param rows Steps with one network, one kind of device and one kind of link. Time is in seconds. There may be none where priors
 * of `halfBatch` and `secondsPerImage` say what rows would.
 * @throws one line when there is no row, when a number is out of range, or when all rows have the same local batch and no prior
 * says how much worse small batches use a device.
 * @example
 * const { fitted } = splitByDevices(rows, 64);
 * fitScale(fitted).predict({ devices: 512, devicesPerNode: 8, localBatch: 40, gradientBytes: gradientBytes(25.6e6, "float16"), links });
 */
export function fitScale(rows: readonly ScaleRow[], options: ScaleOptions = {}): ScaleFit {
  const priors = { ...defaultPriors, ...options.priors };
  checkRows(rows, priors);
  for (const [term, prior] of Object.entries(priors)) checkPrior(term, prior);
  const together = replicatesOf(rows);
  const spread = options.deviceSpread ?? deviceSpread(rows);
  if (!((spread ?? 0) >= 0)) throw new Error(`Devices cannot spread by ${spread}: give a share from 0, such as 0.005.`);
  const noise = options.noise === "rows" ? { share: 0, degreesOfFreedom: 0 } : (options.noise ?? publishedNoise);
  const fitted = fitTerms(together, priors, { noise, deviceSpread: spread ?? 0 });
  const own = replicateSpread(rows);
  const place: Fitted = { ...fitted, together, spreadIsKnown: spread !== undefined, own: own?.share ?? 0 };
  const hasNoise = fitted.posterior.noise.degreesOfFreedom >= 1;
  return {
    told: toldTerms(place),
    held: heldTerms(place),
    values: fitted.posterior.values,
    deviceSpread: fitted.problem.deviceSpread,
    ...(hasNoise ? { noise: fitted.posterior.noise } : {}),
    plans: together.length,
    predict: (plan, level) => predictStep(place, plan, level),
  };
}

function checkRows(rows: readonly ScaleRow[], { halfBatch, secondsPerImage }: Problem["priors"]): void {
  if (rows.length === 0 && !(halfBatch && secondsPerImage))
    throw new Error("There is no step to fit a model to: give at least one with its plan.");
  checkTimes(rows, ({ plan }) => `A step of ${plan.devices} devices`);
}

function checkPrior(term: string, { value, deviation }: Prior): void {
  if (value >= 0 && Number.isFinite(value) && deviation >= 0 && Number.isFinite(deviation)) return;
  throw new Error(`The prior of ${term}, ${value} ± ${deviation}, says nothing: give a value and a deviation from 0.`);
}

/** Frees every term with a deviation; one that the rows fit best with less than 0 is held at 0, and the rest are fitted again. */
function fitTerms(
  together: readonly Replicates[],
  priors: Problem["priors"],
  known: Pick<Problem, "noise" | "deviceSpread">,
): Pick<Fitted, "problem" | "posterior" | "below"> {
  const places = together.map(({ plan }) => placeOf(plan));
  const seconds = together.map((each) => each.seconds);
  const below: ScaleTerm[] = [];
  let values = startOf(together, priors);
  for (;;) {
    const free = allTerms.filter((term) => !below.includes(term) && priors[term]?.deviation !== 0);
    const problem: Problem = { places, seconds, free, priors, ...known };
    const found = posterior(problem, values);
    if (!found) throw new Error(cannotTell(together));
    const term = free.find((each) => found.values[each] < -1e-12);
    if (term === undefined) return { problem, posterior: found, below };
    if (term === "secondsPerImage") throw new Error(cannotTell(together));
    below.push(term);
    values = { ...values, [term]: 0 };
  }
}

/** A line through the times, and the priors' values. */
function startOf(together: readonly Replicates[], priors: Problem["priors"]): Record<ScaleTerm, number> {
  const value = (term: ScaleTerm) => priors[term]?.value ?? 0;
  const rest = { allReduce: value("allReduce"), slowest: value("slowest"), betweenNodes: value("betweenNodes") };
  const half = priors.halfBatch?.value;
  if (half !== undefined) {
    const each = together.map(({ plan, seconds }) => seconds / (plan.localBatch + half) / (plan.slowdown ?? 1));
    return { halfBatch: half, secondsPerImage: priors.secondsPerImage?.value ?? mean(each), ...rest };
  }
  const lines = together.map(({ plan: { localBatch, slowdown = 1 }, seconds }) => [
    slowdown / seconds,
    (slowdown * localBatch) / seconds,
  ]);
  const line = leastSquares(lines, lines.map(() => 1)); // prettier-ignore
  if (!line || !(line.coefficients[1] > 0)) throw new Error(cannotTell(together));
  const [fixed, secondsPerImage] = line.coefficients;
  return { halfBatch: Math.max(0, fixed / secondsPerImage), secondsPerImage, ...rest };
}

function cannotTell(together: readonly Replicates[]): string {
  const batches = [...new Set(together.map(({ plan }) => plan.localBatch))];
  const have = batches.length === 1 ? `only local batch ${batches[0]}` : `local batches ${batches.join(", ")}`;
  return (
    `${counted(together.length, "plan")} with ${have} cannot tell how much worse small batches use a device: add a row with another ` +
    "local batch, or a prior of halfBatch."
  );
}
