import { mean } from "simple-statistics";
import { gradientBytes, networkRate } from "../../measure";
import { cells, type Level, type Observation } from "../observations";
import { fitCost } from "./fit";
import { planOf } from "./plan";
import type { FitOptions } from "./types";

/** What the all-reduces of a cell took. */
export interface AllReduceRow {
  levels: Readonly<Record<string, Level>>;
  /** Of computing a step, as the cost model fitted to its model and mode says. */
  stepSeconds: number;
  /** Of one all-reduce: what the cell's runs take beyond their computing, for each of them. */
  allReduceSeconds: number;
  /** The rate in one direction that this would take. */
  bytesPerSecond: number;
}

/**
 * What one all-reduce took in each cell on several nodes, once the computing that the cost model finds for its model and
 * mode is taken off. Side by side, modes show why one does not predict the other. An all-reduce that hides less, or waits for
 * slower nodes, takes longer by as much more as a step takes longer; one whose bytes travel another way takes as much longer
 * at every batch, and the longer the more parameters there are.
 * @throws one line where the runs of a model and mode cannot tell computing from all-reduces.
 */
export function allReduceTimes(observations: readonly Observation[], options: FitOptions = {}): AllReduceRow[] {
  return cells(observations, ["model", "mode"]).flatMap(({ observations: group }) => {
    const fit = fitCost(group, { ...options, hold: ["latencySeconds", "overlap", ...(options.hold ?? [])] });
    const several = group.filter((each) => Number(each.levels.nodes) > 1);
    return cells(several).map(({ levels, observations: runs }) => {
      const plan = planOf(runs[0], options.parameters);
      const { computeSeconds, syncs } = fit.predict(plan);
      const measured = mean(runs.map(({ seconds }) => seconds));
      const allReduceSeconds = (measured - computeSeconds) / syncs;
      const steps = plan.epochs * Math.ceil(plan.images / (plan.batch * plan.nodes));
      const bytes = gradientBytes(plan.parameters, plan.compression);
      const bytesPerSecond = networkRate(plan.nodes, bytes, allReduceSeconds);
      return { levels, stepSeconds: computeSeconds / steps, allReduceSeconds, bytesPerSecond };
    });
  });
}
