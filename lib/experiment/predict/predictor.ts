import { wayOf } from "../../measure";
import { newRun } from "../fits";
import { varianceOfSum } from "../statistics/least-squares";
import type { Observation } from "../observations";
import { assumedFor } from "./assumed";
import { completed } from "./defaults";
import { costsOf, gradientOf, withValues, type ValuedTerm } from "./estimate";
import type { FittedTerms } from "./fitted-terms";
import { appliesTo, partsOf, secondsOf, type TermKind } from "./formula";
import { planOf, workOf, type FullPlan, type Work } from "./run-plan";
import type { CostPrediction, CostPredictor, FitOptions, RunPlan } from "./types";

/** Predicts runs from fitted terms. */
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
    const work = workOf(completed(plan, this.plans));
    const { estimate, known } = this.terms;
    const terms = [...known, ...withValues(estimate.terms, estimate.values)];
    this.refuseUnknown(work, terms);
    const parts = partsOf(work, costsOf(work, terms, estimate.overlap));
    const seconds = secondsOf(parts);
    const prediction = {
      seconds,
      level,
      ...parts,
      syncs: work.epochs * work.syncs,
      assumes: assumedFor(work, this.terms),
    };
    if (!estimate.noise) {
      const why = `the fit has as many parameters as runs, ${estimate.fitted.length}: nothing says how far it is off`;
      return { ...prediction, why };
    }
    const gradient = gradientOf({ known }, estimate, work);
    return { ...prediction, ...newRun(seconds, varianceOfSum(estimate, gradient), estimate.noise, level) };
  }

  /** @throws one line when the prediction needs a term that no fitted run determines. */
  private refuseUnknown(work: Work, terms: readonly ValuedTerm[]): void {
    const has = (kind: TermKind) => terms.some(({ term }) => term.kind === kind && appliesTo(term, work));
    const which = [work.levels.model, work.levels.mode].join(", ");
    if (!has("secondsPerImage")) throw new Error(`No fitted run tells what an image of ${which} computes: add one.`);
    if (work.syncs === 0 || has("secondsPerByte")) return;
    throw new Error(
      `No fitted run of ${which} is on several nodes, so nothing says how long an all-reduce takes: add one, or give the fit ` +
        "a link.",
    );
  }
}
