import { counted } from "../../system/words";
import { checkTimes } from "../fits";
import { cells, type Observation } from "../observations";
import { costsOf, estimate, withValues, type Problem } from "./estimate";
import type { FittedTerms } from "./fitted-terms";
import { appliesTo, type Term } from "./formula";
import { identify, type Candidate } from "./identify";
import { heldParameters, parametersOf } from "./parameters";
import { planOf, workOf } from "./run-plan";
import { FittedModel } from "./predictor";
import type { CostFit, FitOptions } from "./types";

/**
 * Fits the cost model to runs. It always estimates the computing time of an image and the rate at which gradients travel.
 * As far as the runs determine them, it also estimates the computing time of a step beyond its images, the latency of an
 * all-reduce, and its overlap with computing. Every other parameter is held at 0, and {@link CostFit.held} says why. If its
 * true value is not 0, the fitted parameters absorb it (a rate absorbs a short latency), which the intervals do not show.
 * @throws one line when there is no run, or when the runs cannot tell computing from all-reduces.
 */
export function fitCost(observations: readonly Observation[], options: FitOptions = {}): CostFit {
  checkRuns(observations);
  const terms = fitTerms(observations, options);
  const { estimate: best, level } = terms;
  const parameters = parametersOf(terms);
  const rates = parameters.filter(({ kind }) => kind === "bytesPerSecond");
  const held = heldParameters(terms);
  const heldRates = held.filter(({ kind }) => kind === "bytesPerSecond");
  const [rate] = [...rates.map(({ estimate: value }) => value), ...heldRates.map(({ value }) => value)];
  const { latencySeconds } = costsOf(
    terms.problem.works[0],
    [...terms.known, ...withValues(best.terms, best.values)],
    0,
  );
  const model = new FittedModel(observations, terms, options);
  return {
    ...{ parameters, held, level },
    ...(rates.length + heldRates.length === 1 && rate !== undefined ? { bytesPerSecond: rate } : {}),
    latencySeconds,
    overlap: best.overlap,
    observations: [...observations],
    fitted: best.fitted,
    residuals: best.residuals,
    ...(best.noise && { residualStandardDeviation: best.noise.share }),
    degreesOfFreedom: best.degreesOfFreedom,
    predict: (plan, intervalLevel) => model.predict(plan, intervalLevel),
    knows: (plan) => model.knows(plan),
  };
}

function checkRuns(observations: readonly Observation[]): void {
  if (observations.length === 0) {
    throw new Error("There is no run to fit the cost model to: runs that ran out of memory have no time.");
  }
  const ids = observations.map(({ run }) => run.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`Run ${twice} is there twice: a run counts once, so leave one of them out.`);
  checkTimes(observations, ({ run }) => `Run ${run.id}`);
}

function fitTerms(observations: readonly Observation[], options: FitOptions): FittedTerms {
  const { compute = ["model"], network = [], link, hold = [], level = 0.95 } = options;
  const works = observations.map((each) => workOf(planOf(each, options.parameters)));
  const computing = levelGroups(observations, compute).map((levels): Term => ({ kind: "secondsPerImage", levels }));
  const rates = levelGroups(observations, network).map((levels): Term => ({ kind: "secondsPerByte", levels }));
  const shared = works.filter(({ syncs }) => syncs > 0);
  const isUsed = (term: Term) => shared.some((work) => appliesTo(term, work));
  const known: FittedTerms["known"] = link ? termsOfLink(link) : [];
  const unknown = link ? [] : rates.filter((term) => !isUsed(term));
  let free = [...computing, ...(link ? [] : rates.filter(isUsed))];
  for (;;) {
    const problem: Problem = { works, seconds: observations.map(({ seconds }) => seconds), known };
    const start = estimate(problem, free, 0);
    if (!start) throw new Error(indistinguishable(observations, free));
    const term = free.find((_, index) => start.values[index] <= 0);
    if (!term) {
      const candidates = candidatesOf(computing, link, hold);
      return { problem, ...identify(problem, start, candidates, level), known, unknown, level };
    }
    if (term.kind === "secondsPerImage") throw new Error(noComputing(term, observations));
    known.push({ term, value: 0, why: "the runs on several nodes take no longer than their computing" });
    free = free.filter((each) => each !== term);
  }
}

/** Each combination of levels of some factors that the observations have. */
function levelGroups(observations: readonly Observation[], factors: readonly string[]): Observation["levels"][] {
  return cells(observations, factors).map(({ levels }) => levels);
}

function termsOfLink({ bytesPerSecond, latencySeconds = 0 }: NonNullable<FitOptions["link"]>): FittedTerms["known"] {
  const why = "given";
  return [
    { term: { kind: "secondsPerByte", levels: {} }, value: 1 / bytesPerSecond, why },
    { term: { kind: "latencySeconds", levels: {} }, value: latencySeconds, why },
  ];
}

function candidatesOf(computing: Term[], link: FitOptions["link"], hold: NonNullable<FitOptions["hold"]>): Candidate[] {
  const steps = computing.map(({ levels }): Candidate => ({ kind: "secondsPerStep", levels }));
  const latency: Candidate[] = link ? [] : [{ kind: "latencySeconds", levels: {} }];
  const all: Candidate[] = [...steps, ...latency, { kind: "overlap", levels: {} }];
  return all.filter(({ kind }) => !hold.includes(kind));
}

function indistinguishable(observations: readonly Observation[], terms: readonly Term[]): string {
  const rates = terms.some(({ kind }) => kind === "secondsPerByte");
  const what = rates ? "what computing takes from what all-reduces take" : "what computing takes";
  return (
    `${counted(observations.length, "run")} cannot tell ${what}: all have the same share of each, so add runs on one node, or of ` +
    "another batch size."
  );
}

function noComputing({ levels }: Term, observations: readonly Observation[]): string {
  const which = Object.values(levels).join(", ");
  return (
    `${counted(observations.length, "run")}${which && ` (${which})`} leave no time for computing once all-reduces are paid for: more ` +
    "steps must take longer and more nodes less, so look at the runs, or add some on one node."
  );
}
