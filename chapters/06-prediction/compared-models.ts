import type { CostFit, TimeModels } from "../../lib/experiment";
import type { TimeModel } from "../../lib/experiment/statistics";
import { modelName } from "../../lib/plots/scaling";
import type { Rows } from "../../lib/system/rows";

/** A model of time, with the runs that all compared models are judged by. */
export interface ComparedModel {
  model: string;
  parameters: number;
  /** The times of the runs to which the linear model was fitted, in seconds. */
  measured: number[];
  /** The model's times of the same runs. */
  fitted: number[];
  predict: (plan: { batch: number; nodes: number }) => number;
}

/** The study's two models and the cost model, over the runs of the study's. */
export function comparedModels(models: { linear: TimeModel; quadratic: TimeModel; cost: CostFit }): ComparedModel[] {
  const runs = models.linear.observations;
  const plans = runs.map(({ levels }) => ({ batch: Number(levels.batch), nodes: Number(levels.nodes) }));
  const names = { linear: "linear", quadratic: "quadratic", cost: "cost model" };
  return (["linear", "quadratic", "cost"] as const).map((kind) => {
    const parameters = kind === "cost" ? models.cost.parameters.length : models[kind].terms.length;
    const predict = (plan: { batch: number; nodes: number }): number => models[kind].predict(plan).seconds;
    return {
      model: names[kind],
      parameters,
      measured: runs.map((run) => run.seconds),
      fitted: plans.map(predict),
      predict,
    };
  });
}

/** R² of the study's models of each network and mode, as a table. A parabola needs three batch sizes. */
export function studyModelTable(models: readonly TimeModels[]): Rows {
  return models.map(({ model, mode, linear, quadratic }) => ({
    ...{ model: modelName(String(model)), mode, runs: linear?.observations.length },
    "R² of the line": linear?.rSquared,
    "R² of the parabola": quadratic?.leftOut.length === 0 ? quadratic.rSquared : undefined,
    note: quadratic?.leftOut.map(({ why }) => why).join(" "),
  }));
}
