import { mean } from "simple-statistics";
import type { Predictions } from "../../lib/cells";
import { nodesOf, wayOf, type NodesPoint } from "../../lib/measure";
import { modelName } from "../../lib/plots";
import { trainingSeconds, type RunRecord } from "../../lib/runs";
import type { Rows } from "../../lib/system/rows";

/**
 * Measured epochs beside their predictions, as a table.
 * @param byModel One prediction for each point, in seconds.
 * @param sealed A student's predictions of ResNet50, such as `32 images`.
 */
export function openedTable(points: NodesPoint[], byModel: number[], sealed: Predictions | undefined): Rows {
  return points.map(({ model, localBatchSize, epochSeconds, runs }, at) => {
    const yours = model === "resnet50" ? sealed?.[`${localBatchSize} images`] : undefined;
    const error = (seconds: number): number => 100 * (seconds / epochSeconds - 1);
    return {
      ...{ model: modelName(model), "images a node": localBatchSize, runs: runs.length, "measured (s)": epochSeconds },
      ...{ "your model (s)": byModel[at], "its error (%)": error(byModel[at]) },
      ...(sealed && {
        "you sealed (s)": yours?.value,
        "your error (%)": yours && error(yours.value),
        "your interval": yours && (yours.low <= epochSeconds && epochSeconds <= yours.high ? "holds" : "does not hold"),
      }),
    };
  });
}

/** How many times as fast accumulate is as sync, by nodes and over all runs of a batch size, as a table. */
export function accumulateGains(runs: RunRecord[], batches: number[]): Rows {
  const models = [...new Set(runs.map(({ configuration }) => configuration.model))].sort().reverse();
  return models.flatMap((model) =>
    batches.map((batch) => {
      const gain = (nodes?: number): number => {
        const [sync, accumulate] = ["sync", "accumulate"].map((way) =>
          mean(
            runs
              .filter(
                ({ configuration: each }) =>
                  each.model === model &&
                  each.localBatchSize === batch &&
                  wayOf(each) === way &&
                  (nodes === undefined || nodesOf(each) === nodes),
              )
              .map(trainingSeconds),
          ),
        );
        return sync / accumulate;
      };
      return {
        ...{ model: modelName(model), batch, "1 node": gain(1), "2 nodes": gain(2), "3 nodes": gain(3) },
        pooled: gain(),
      };
    }),
  );
}
