import { wayOf } from "../../measure";
import { newRun } from "../fits";
import { varianceOfSum } from "../statistics/least-squares";
import type { Level, Observation } from "../observations";
import { assumedFor } from "./assumed";
import { completed } from "./defaults";
import { costsOf, gradientOf, withValues, type ValuedTerm } from "./estimate";
import type { FittedTerms } from "./fitted-terms";
import { appliesTo, partsOf, secondsOf, type TermKind } from "./formula";
import { planOf, workOf, type FullPlan, type Work } from "./run-plan";
import type { CostPrediction, CostPredictor, FitOptions, NewModel, RunPlan } from "./types";

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
    return this.price(workOf(completed(plan, this.plans)), level, []);
  }

  forModel({ name, parameters, secondsPerImage, secondsPerStep = 0 }: NewModel): CostPredictor {
    const term = (kind: TermKind, value: number) => ({ term: { kind, levels: { model: name } }, value });
    const ofModel = [term("secondsPerImage", secondsPerImage), term("secondsPerStep", secondsPerStep)];
    return {
      knows: (plan) => (plan.model ?? name) === name && this.knows({ ...plan, model: undefined }),
      predict: (plan, level = 0.95) =>
        this.price(workOf(completed({ parameters, ...plan, model: name }, this.plans)), level, ofModel),
    };
  }

  secondsPerImage(levels: Readonly<Record<string, Level>> = {}): number {
    const { terms, values } = this.terms.estimate;
    const matches = withValues(terms, values).filter(
      ({ term }) =>
        term.kind === "secondsPerImage" &&
        Object.entries(levels).every(([factor, level]) => (term.levels[factor] ?? level) === level),
    );
    if (matches.length === 1) return matches[0].value;
    const known = terms
      .filter(({ kind }) => kind === "secondsPerImage")
      .map((term) => Object.values(term.levels).join(", "));
    throw new Error(`The fit has ${matches.length} such times of an image: say which of ${known.join("; ")}.`);
  }

  /** @param ofModel Terms of a model that was not run, which take precedence over the fitted ones. */
  private price(work: Work, level: number, ofModel: readonly ValuedTerm[]): CostPrediction {
    const { estimate, known } = this.terms;
    const terms = [...ofModel, ...known, ...withValues(estimate.terms, estimate.values)];
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
    const gradient = gradientOf({ known: [...ofModel, ...known] }, estimate, work);
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
