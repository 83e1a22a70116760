import type { ToldTerm } from "../fits";
import type { Posterior, Problem } from "./posterior";
import type { Replicates } from "./replicates";
import type { HeldScaleTerm, Prior, ScaleTerm } from "./types";

/** A fitted model, with all that its predictions need. */
export interface Fitted {
  problem: Problem;
  posterior: Posterior;
  together: readonly Replicates[];
  /** Terms that the rows fit best with less than 0. */
  below: readonly ScaleTerm[];
  /** Whether replicates or the caller say how much devices vary. */
  spreadIsKnown: boolean;
  /** How much replicates of one plan vary, as a share. */
  own: number;
}

const units: Record<ScaleTerm, string> = {
  halfBatch: "images",
  secondsPerImage: "s an image",
  allReduce: "of the links' time",
  slowest: "of the devices' spread",
  betweenNodes: "of computing",
};

/** The standard error of a free term. */
export function errorOf({ problem, posterior }: Fitted, term: ScaleTerm): number {
  const index = problem.free.indexOf(term);
  return Math.sqrt(posterior.covariance[index][index]);
}

/** How much of a term the rows tell, 0 to 1: by how much they lower its prior variance. 1 without a prior. */
function toldShare(fitted: Fitted, term: ScaleTerm): number {
  const prior = fitted.problem.priors[term];
  return prior ? 1 - (errorOf(fitted, term) / prior.deviation) ** 2 : 1;
}

/** Whether the rows tell more of a term than its prior does. */
export function isTold(fitted: Fitted, term: ScaleTerm): boolean {
  return fitted.problem.free.includes(term) && toldShare(fitted, term) > 0.5;
}

export function toldTerms(fitted: Fitted): ToldTerm<ScaleTerm>[] {
  const { problem, posterior } = fitted;
  return problem.free
    .filter((term) => isTold(fitted, term))
    .map((term) => ({
      name: term,
      estimate: posterior.values[term],
      standardError: errorOf(fitted, term),
      unit: units[term],
    }));
}

export function heldTerms(fitted: Fitted): HeldScaleTerm[] {
  const { problem, posterior, below, spreadIsKnown } = fitted;
  const byPrior = (Object.entries(problem.priors) as [ScaleTerm, Prior][])
    .filter(([term]) => !below.includes(term) && !isTold(fitted, term))
    .map(([term, { deviation, why }]): HeldScaleTerm => {
      const value = posterior.values[term];
      if (deviation === 0) return { name: term, value, why };
      const told = Math.max(0, Math.round(100 * toldShare(fitted, term)));
      return { name: term, value, deviation: errorOf(fitted, term), why: `${why}; the rows tell ${told} % of it` };
    });
  const atZero = below.map((term): HeldScaleTerm => ({
    name: term,
    value: 0,
    why: "the rows fit best with less than 0",
  }));
  const spread: HeldScaleTerm[] = spreadIsKnown
    ? []
    : [{ name: "deviceSpread", value: 0, why: "no plan on one node has replicates that say how much devices vary" }];
  return [...byPrior, ...atZero, ...spread, growth(fitted), ...input(fitted)];
}

/** No term of its own grows with the nodes. Says whether the rows could have told one. */
function growth({ problem }: Fitted): HeldScaleTerm {
  const several = problem.places.filter(({ nodes }) => nodes > 1);
  const sameBatch = several.some((one) =>
    several.some((other) => other.nodes !== one.nodes && other.plan.localBatch === one.plan.localBatch),
  );
  const counts = new Set(several.map(({ nodes }) => nodes));
  const which =
    counts.size < 2
      ? `the rows have ${counts.size === 0 ? "one node" : "one number of nodes above 1"}`
      : sameBatch
        ? "too few rows of one local batch have different numbers of nodes"
        : "in these rows more nodes always have another local batch, so nodes and batch cannot be told apart";
  const why = `${which}: what grows is the hops of the all-reduce and the slowest device, from NCCL's constants and replicates`;
  return { name: "growthWithNodes", value: 0, why };
}

function input({ problem }: Fitted): HeldScaleTerm[] {
  if (problem.places.some(({ plan }) => plan.inputSecondsPerImage !== undefined)) return [];
  const why = "no row says how fast a host prepares images, so no step waits for them";
  return [{ name: "inputSecondsPerImage", value: 0, why }];
}
