import { mean } from "simple-statistics";
import { gradientBytes, networkRate } from "../../lib/measure";
import { cells, type Level, type Observation } from "../../lib/experiment/observations";
import { fitCost } from "../../lib/experiment/predict/fit-cost";
import { planOf } from "../../lib/experiment/predict/run-plan";
import type { FitOptions } from "../../lib/experiment/predict/types";
import { modelName } from "../../lib/plots/scaling";
import type { Rows } from "../../lib/system/rows";

/** The time of the all-reduces of a cell. */
export interface AllReduceRow {
  levels: Readonly<Record<string, Level>>;
  /** Computing time of a step, from the cost model fitted to the cell's model and mode. */
  stepSeconds: number;
  /** The time of the cell's runs beyond their computing, divided by their all-reduces. */
  allReduceSeconds: number;
  /** The rate in one direction that such an all-reduce needs. */
  bytesPerSecond: number;
}

/**
 * The time of one all-reduce in each cell on several nodes: the runs' time without the computing time that the cost model
 * finds for their model and mode. Comparing modes shows why one does not predict the other. If all-reduces overlap less, or
 * wait for slower nodes, the difference grows with the time of a step. If their bytes travel another way, the difference is
 * the same at every batch and grows with the number of parameters.
 * @throws one line when the runs of a model and mode cannot tell computing from all-reduces.
 */
export function allReduceTimes(observations: readonly Observation[], options: FitOptions = {}): AllReduceRow[] {
  return cells(observations, ["model", "mode"]).flatMap(({ observations: group }) => {
    const fit = fitCost(group, { ...options, hold: ["latencySeconds", "overlap", ...(options.hold ?? [])] });
    const several = group.filter(({ levels }) => Number(levels.nodes) > 1);
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

/** {@link allReduceTimes} on so many nodes, as a table. */
export function allReduceTable(observations: readonly Observation[], nodes: number): Rows {
  return allReduceTimes(observations)
    .filter(({ levels }) => levels.nodes === nodes)
    .map(({ levels: { model, mode, batch }, stepSeconds, allReduceSeconds, bytesPerSecond }) => ({
      ...{ model: modelName(String(model)), mode, batch },
      "computing a step (s)": stepSeconds,
      "an all-reduce (s)": allReduceSeconds,
      "MB/s": bytesPerSecond / 1e6,
    }));
}
