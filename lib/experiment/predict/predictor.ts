import { sum } from "simple-statistics";
import { wayOf } from "../../measure";
import { standardErrors } from "../statistics";
import type { Level, Observation } from "../observations";
import { assumedFor } from "./assumed";
import { completed } from "./defaults";
import { costsOf, gradientOf, pricedOf, type Priced } from "./estimate";
import type { FittedTerms } from "./fit";
import { belongs, partsOf, secondsOf, type TermKind } from "./formula";
import { planOf, workOf, type FullPlan, type Work } from "./plan";
import { residualDeviation } from "./student";
import type { CostPrediction, CostPredictor, FitOptions, NewModel, RunPlan } from "./types";

/** Fitted terms, ready to predict. */
export class FittedModel implements CostPredictor {
  private readonly plans: readonly FullPlan[];

  constructor(
    observations: readonly Observation[],
    private readonly terms: FittedTerms,
    { parameters }: FitOptions,
  ) {
    this.plans = observations.map((each) => planOf(each, parameters));
  }

  knows({ model, mode, syncEvery }: RunPlan): boolean {
    const way = mode ?? (syncEvery === undefined ? undefined : wayOf({ syncEvery }));
    return this.plans.some(
      (each) => (model === undefined || each.model === model) && (way === undefined || each.mode === way),
    );
  }

  predict(plan: RunPlan, level = 0.95): CostPrediction {
    return this.price(workOf(completed(plan, this.plans)), level, []);
  }

  forModel({ name, parameters, secondsPerImage, secondsPerStep = 0 }: NewModel): CostPredictor {
    const priced = (kind: TermKind, value: number): Priced => ({ term: { kind, levels: { model: name } }, value });
    const own = [priced("secondsPerImage", secondsPerImage), priced("secondsPerStep", secondsPerStep)];
    return {
      knows: (plan) => (plan.model ?? name) === name && this.knows({ ...plan, model: undefined }),
      predict: (plan, level = 0.95) =>
        this.price(workOf(completed({ parameters, ...plan, model: name }, this.plans)), level, own),
    };
  }

  secondsPerImage(levels: Readonly<Record<string, Level>> = {}): number {
    const { terms, values } = this.terms.estimate;
    const found = pricedOf(terms, values).filter(
      ({ term }) =>
        term.kind === "secondsPerImage" &&
        Object.entries(levels).every(([factor, level]) => (term.levels[factor] ?? level) === level),
    );
    if (found.length === 1) return found[0].value;
    const there = terms
      .filter(({ kind }) => kind === "secondsPerImage")
      .map((term) => Object.values(term.levels).join(", "));
    throw new Error(`The fit has ${found.length} such times of an image: say which of ${there.join("; ")}.`);
  }

  /** @param own Terms of a model that was not run; they come before the fitted ones. */
  private price(work: Work, level: number, own: readonly Priced[]): CostPrediction {
    const { estimate, known } = this.terms;
    const priced = [...own, ...known, ...pricedOf(estimate.terms, estimate.values)];
    this.refuseUnknown(work, priced);
    const parts = partsOf(work, costsOf(work, priced, estimate.overlap));
    const seconds = secondsOf(parts);
    const prediction = {
      seconds,
      level,
      ...parts,
      syncs: work.epochs * work.syncs,
      assumes: assumedFor(work, this.terms),
    };
    const deviation = residualDeviation(estimate);
    if (deviation === undefined) {
      const why = `the fit has as many parameters as runs, ${estimate.fitted.length}: nothing says how far it is off`;
      return { ...prediction, why };
    }
    const gradient = gradientOf({ known: [...own, ...known] }, estimate, work);
    const variance = sum(estimate.covariance.map((row, at) => sum(row.map((each, other) => each * gradient[at] * gradient[other])))); // prettier-ignore
    const standardError = deviation * Math.sqrt(seconds ** 2 + Math.max(0, variance));
    const reach = standardErrors(estimate.degreesOfFreedom, level) * standardError;
    const { degreesOfFreedom } = estimate;
    return { ...prediction, low: Math.max(0, seconds - reach), high: seconds + reach, standardError, degreesOfFreedom };
  }

  /** @throws one line where no run tells a term that the work has. */
  private refuseUnknown(work: Work, priced: readonly Priced[]): void {
    const has = (kind: TermKind) => priced.some(({ term }) => term.kind === kind && belongs(term, work));
    const which = [work.levels.model, work.levels.mode].join(", ");
    if (!has("secondsPerImage")) throw new Error(`No fitted run tells what an image of ${which} computes: add one.`);
    if (work.syncs === 0 || has("secondsPerByte")) return;
    throw new Error(
      `No fitted run of ${which} is on several nodes, so nothing says how long an all-reduce takes: add one, or give the fit ` +
        "a link.",
    );
  }
}
