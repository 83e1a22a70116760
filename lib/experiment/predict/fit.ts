import { cells, type Level, type Observation } from "../observations";
import { costsOf, estimate, pricedOf, type Estimate, type Priced, type Problem } from "./estimate";
import { belongs, type Term } from "./formula";
import { identify, runs, type Candidate, type Refused } from "./identify";
import { heldOf, parametersOf } from "./parameters";
import { planOf, workOf } from "./plan";
import { FittedModel } from "./predictor";
import { residualDeviation } from "./student";
import type { CostFit, FitOptions } from "./types";

/** What a fit knows of its terms. */
export interface FittedTerms {
  problem: Problem;
  estimate: Estimate;
  /** Terms given or held at a value other than 0, and why. */
  known: (Priced & { why: string })[];
  /** Rates of networks that no run has used. */
  unknown: Term[];
  refused: Refused[];
  level: number;
}

/**
 * Fits the cost model to runs: what an image computes and how fast gradients travel, and, as far as the runs tell them,
 * what a step computes beyond its images, what an all-reduce takes whatever its bytes, and how far it hides behind
 * computing. What they do not tell is held at 0, and {@link CostFit.held} says why: if it is not 0 in truth, what is free
 * makes up for it (a rate holds a latency too short to be told), and intervals do not know of that.
 * @throws one line where there is no run, or where the runs cannot tell computing from all-reduces.
 */
export function fitCost(observations: readonly Observation[], options: FitOptions = {}): CostFit {
  checkRuns(observations);
  const terms = fitTerms(observations, options);
  const { estimate: best, level } = terms;
  const parameters = parametersOf(terms);
  const rates = parameters.filter(({ kind }) => kind === "bytesPerSecond");
  const held = heldOf(terms);
  const heldRates = held.filter(({ kind }) => kind === "bytesPerSecond");
  const [rate] = [...rates.map(({ estimate: value }) => value), ...heldRates.map(({ value }) => value)];
  const latency = costsOf(terms.problem.works[0], [...terms.known, ...pricedOf(best.terms, best.values)], 0);
  const deviation = residualDeviation(best);
  const model = new FittedModel(observations, terms, options);
  return {
    ...{ parameters, held, level },
    ...(rates.length + heldRates.length === 1 && rate !== undefined ? { bytesPerSecond: rate } : {}),
    latencySeconds: latency.latencySeconds,
    overlap: best.overlap,
    observations: [...observations],
    fitted: best.fitted,
    residuals: best.residuals,
    ...(deviation === undefined ? {} : { residualStandardDeviation: deviation }),
    degreesOfFreedom: best.degreesOfFreedom,
    predict: (plan, at) => model.predict(plan, at),
    knows: (plan) => model.knows(plan),
    forModel: (added) => model.forModel(added),
    secondsPerImage: (levels) => model.secondsPerImage(levels),
  };
}

function checkRuns(observations: readonly Observation[]): void {
  if (observations.length === 0) {
    throw new Error("There is no run to fit the cost model to: runs that ran out of memory have no time.");
  }
  const ids = observations.map(({ run }) => run.id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw new Error(`Run ${twice} is there twice: a run counts once, so leave one of them out.`);
  const strange = observations.find(({ seconds }) => !(seconds > 0 && Number.isFinite(seconds)));
  if (strange) throw new Error(`Run ${strange.run.id} took ${strange.seconds} s: the cost model fits times above 0.`);
}

function fitTerms(observations: readonly Observation[], options: FitOptions): FittedTerms {
  const { compute = ["model"], network = [], link, hold = [], level = 0.95 } = options;
  const works = observations.map((each) => workOf(planOf(each, options.parameters)));
  const computing = groups(observations, compute).map((levels): Term => ({ kind: "secondsPerImage", levels }));
  const rates = groups(observations, network).map((levels): Term => ({ kind: "secondsPerByte", levels }));
  const shared = works.filter(({ syncs }) => syncs > 0);
  const isUsed = (term: Term) => shared.some((work) => belongs(term, work));
  const known: FittedTerms["known"] = link ? given(link) : [];
  const unknown = link ? [] : rates.filter((term) => !isUsed(term));
  let free = [...computing, ...(link ? [] : rates.filter(isUsed))];
  for (;;) {
    const problem: Problem = { works, seconds: observations.map(({ seconds }) => seconds), known };
    const start = estimate(problem, free, 0);
    if (!start) throw new Error(notTold(observations, free));
    const below = free.findIndex((_, at) => start.values[at] <= 0);
    if (below < 0) {
      const candidates = candidatesOf(computing, link, hold);
      return { problem, ...identify(problem, start, candidates, level), known, unknown, level };
    }
    const [term] = free.slice(below, below + 1);
    if (term.kind === "secondsPerImage") throw new Error(noComputing(term, observations));
    known.push({ term, value: 0, why: "the runs on several nodes take no longer than their computing" });
    free = free.filter((each) => each !== term);
  }
}

/** The levels that the observations have of some factors, each once. */
function groups(observations: readonly Observation[], factors: readonly string[]): Readonly<Record<string, Level>>[] {
  return cells(observations, factors).map(({ levels }) => levels);
}

function given({ bytesPerSecond, latencySeconds = 0 }: NonNullable<FitOptions["link"]>): FittedTerms["known"] {
  const why = "given";
  return [
    { term: { kind: "secondsPerByte", levels: {} }, value: 1 / bytesPerSecond, why },
    { term: { kind: "latencySeconds", levels: {} }, value: latencySeconds, why },
  ];
}

function candidatesOf(computing: Term[], link: FitOptions["link"], hold: NonNullable<FitOptions["hold"]>): Candidate[] {
  const steps = computing.map(({ levels }): Candidate => ({ kind: "secondsPerStep", levels }));
  const latency: Candidate[] = link ? [] : [{ kind: "latencySeconds", levels: {} }];
  const all: Candidate[] = [...steps, ...latency, "overlap"];
  return all.filter((each) => !hold.some((kind) => kind === (each === "overlap" ? each : each.kind)));
}

function notTold(observations: readonly Observation[], terms: readonly Term[]): string {
  const rates = terms.some(({ kind }) => kind === "secondsPerByte");
  const what = rates ? "what computing takes from what all-reduces take" : "what computing takes";
  return (
    `${runs(observations.length)} cannot tell ${what}: all have the same share of each, so add runs on one node, or of ` +
    "another batch size."
  );
}

function noComputing({ levels }: Term, observations: readonly Observation[]): string {
  const which = Object.values(levels).join(", ");
  return (
    `${runs(observations.length)}${which && ` (${which})`} leave no time for computing once all-reduces are paid for: more ` +
    "steps must take longer and more nodes less, so look at the runs, or add some on one node."
  );
}
