import { counted } from "../../lib/system/words";
import { tailsOfT } from "../../lib/experiment/statistics/tails";
import { valueOrReason } from "../../lib/experiment/value-or-reason";
import type { CostPrediction, CostPredictor, RunPlan } from "../../lib/experiment/predict/types";
import type { Rows } from "../../lib/system/rows";

/** What to look for, and at what price. */
export interface CheapestOptions {
  deadlineSeconds: number;
  candidates: readonly RunPlan[];
  pricePerNodeHour: number;
  /** The required probability of meeting the deadline, 0 to 1. Default 0.95. */
  probability?: number;
}

/** A plan with its predicted time and price. */
export interface PricedPlan {
  plan: RunPlan;
  prediction: CostPrediction;
  nodeHours: number;
  price: number;
  /** Probability of meeting the deadline; missing when there is no interval. */
  probability?: number;
  meetsDeadline: boolean;
  /** Why it does not meet the deadline, or how sure that is. */
  why?: string;
}

/** The result of `cheapest`. */
export interface Cheapest {
  /** Missing if no candidate meets the deadline. */
  best?: PricedPlan;
  /** Every candidate that can be predicted, cheapest first. */
  plans: PricedPlan[];
  /** The other candidates, and why they cannot be predicted. */
  unknown: { plan: RunPlan; why: string }[];
  /** The best plan, or why there is none, in one line. */
  verdict: string;
}

/**
 * Finds the cheapest plan that meets a deadline with the requested probability. A plan's price is the price of its nodes
 * for its training time.
 * @param predictors The first one that knows a plan's model and mode predicts it.
 * @throws one line when an option is out of range, or there is no candidate.
 */
export function cheapest(predictors: CostPredictor | readonly CostPredictor[], options: CheapestOptions): Cheapest {
  const { deadlineSeconds, candidates, pricePerNodeHour, probability = 0.95 } = options;
  if (!(deadlineSeconds > 0))
    throw new Error(`A deadline of ${deadlineSeconds} s cannot be met: give seconds above 0.`);
  if (!(pricePerNodeHour >= 0)) throw new Error(`A node-hour cannot cost ${pricePerNodeHour}: give a price from 0.`);
  if (!(probability > 0 && probability < 1)) {
    throw new Error(`A probability of ${probability} cannot be asked for: give one between 0 and 1, such as 0.95.`);
  }
  if (candidates.length === 0) throw new Error("There is no candidate to choose from: give at least one plan.");
  const all = "predict" in predictors ? [predictors] : predictors;
  const priced = candidates.map((plan) => pricePlan(plan, all, options));
  const plans = priced
    .flatMap((plan) => ("prediction" in plan ? [plan] : []))
    .sort((a, b) => a.price - b.price || a.prediction.seconds - b.prediction.seconds);
  const unknown = priced.flatMap((plan) => ("prediction" in plan ? [] : [plan]));
  const best = plans.find(({ meetsDeadline }) => meetsDeadline);
  return { ...(best && { best }), plans, unknown, verdict: verdictOf(best, plans, options) };
}

/** The candidates as rows for `showTable`, cheapest first. */
export function cheapestTable({ plans, best }: Cheapest): Rows {
  return plans.map((priced) => ({
    model: priced.plan.model,
    batch: priced.plan.batch,
    nodes: priced.plan.nodes,
    "steps between all-reduces": priced.plan.syncEvery,
    "time (s)": priced.prediction.seconds,
    "at most (s)": priced.prediction.high,
    "node-hours": priced.nodeHours,
    price: priced.price,
    "in time (%)": priced.probability === undefined ? undefined : Math.round(1000 * priced.probability) / 10,
    choice: priced === best ? "cheapest in time" : (priced.why ?? ""),
  }));
}

function pricePlan(
  plan: RunPlan,
  predictors: readonly CostPredictor[],
  { deadlineSeconds, pricePerNodeHour, probability: asked = 0.95 }: CheapestOptions,
): PricedPlan | Cheapest["unknown"][number] {
  const predictor = predictors.find((candidate) => candidate.knows(plan));
  if (!predictor) return { plan, why: "no fit knows its model and mode" };
  const { value: prediction, why: unpredicted } = valueOrReason(() => predictor.predict(plan));
  if (!prediction) return { plan, why: unpredicted };
  const { seconds } = prediction;
  const nodeHours = (plan.nodes * seconds) / 3600;
  const probability = probabilityOf(prediction, deadlineSeconds);
  const meetsDeadline = probability === undefined ? seconds <= deadlineSeconds : probability >= asked;
  const why = whyNot(prediction, deadlineSeconds, probability, asked);
  return {
    ...{ plan, prediction, nodeHours, price: nodeHours * pricePerNodeHour, meetsDeadline },
    ...(probability === undefined ? {} : { probability }),
    ...(why === undefined ? {} : { why }),
  };
}

/** The probability that a run ends in time; undefined when its prediction has no standard error. */
function probabilityOf({ seconds, standardError, degreesOfFreedom }: CostPrediction, deadline: number) {
  if (standardError === undefined || degreesOfFreedom === undefined) return undefined;
  return shareBelow(deadline - seconds, standardError, degreesOfFreedom);
}

function whyNot({ seconds, why }: CostPrediction, deadline: number, probability: number | undefined, asked: number) {
  if (seconds > deadline) return `it takes ${seconds.toFixed(0)} s`;
  if (probability === undefined) return `in time as expected, but ${why ?? "without an interval"}`;
  if (probability >= asked) return undefined;
  return `in time as expected, but only with ${percent(probability)}`;
}

function verdictOf(best: PricedPlan | undefined, plans: readonly PricedPlan[], options: CheapestOptions): string {
  const { deadlineSeconds, probability = 0.95 } = options;
  if (best) {
    const { batch, nodes, model } = best.plan;
    const sure = best.probability === undefined ? "nothing says how surely" : `with ${percent(best.probability)}`;
    const what = `${model === undefined ? "" : `${model}, `}batch ${batch} on ${counted(nodes, "node")}`;
    return `${what}: ${best.prediction.seconds.toFixed(0)} s of ${deadlineSeconds} s, ${sure}, for ${best.price.toFixed(2)}.`;
  }
  if (plans.length === 0) return "None of the candidates can be predicted: each says why.";
  const fastest = plans.reduce((a, b) => (b.prediction.seconds < a.prediction.seconds ? b : a));
  return (
    `None of ${plans.length} candidates meets ${deadlineSeconds} s with ${percent(probability)}: the fastest takes ` +
    `${fastest.prediction.seconds.toFixed(0)} s (batch ${fastest.plan.batch} on ${fastest.plan.nodes}), so allow more time.`
  );
}

function percent(share: number): string {
  return share >= 0.9995 ? "over 99.9 %" : `${(100 * share).toFixed(share > 0.995 ? 1 : 0)} %`;
}

/** The probability that a value with this standard error, by Student's t, lies below `distance`. */
export function shareBelow(distance: number, standardError: number, degreesOfFreedom: number): number {
  if (standardError === 0) return distance >= 0 ? 1 : 0;
  const beyond = tailsOfT(distance / standardError, degreesOfFreedom) / 2;
  return distance < 0 ? beyond : 1 - beyond;
}
