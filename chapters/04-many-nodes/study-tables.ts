import { mean } from "simple-statistics";
import type { Predictions } from "../../lib/cells";
import { nodesOf, wayOf, type EpochPlan, type NodesPoint } from "../../lib/measure";
import { modelName } from "../../lib/plots";
import { trainingSeconds, type RunRecord } from "../../lib/runs";
import type { Rows } from "../../lib/system/rows";

/** Finds the point of a configuration. */
export function pointOf(points: readonly NodesPoint[]) {
  return (model: string, way: string, localBatch: number, nodes: number): NodesPoint =>
    points.find(
      (point) =>
        point.model === model && point.way === way && point.localBatchSize === localBatch && point.nodes === nodes,
    )!;
}

/** What a point's epoch consists of. */
export const planOf = ({ imagesPerEpoch: images, localBatchSize, nodes, syncEvery }: NodesPoint): EpochPlan => ({
  ...{ images, localBatchSize, nodes, syncEvery },
});

/** The largest error of predicted epochs of a mode against their measured ones, in percent. */
export const worstError = (points: readonly (NodesPoint & { measured: number })[], way: NodesPoint["way"]): number =>
  Math.max(
    ...points
      .filter((point) => point.way === way)
      .map(({ measured, epochSeconds }) => 100 * Math.abs(measured / epochSeconds - 1)),
  );

/** Seconds of an epoch, as a model foresees it. */
type Foresee = (model: string, way: string, localBatch: number, nodes: number) => number;

/** The fewest nodes whose epoch a model foresees to be shorter than that of one node, as measured; undefined beyond 100. */
export function firstFaster(
  { model, way, localBatchSize, epochSeconds }: NodesPoint,
  foresee: Foresee,
): number | undefined {
  const counts = Array.from({ length: 99 }, (_, index) => index + 2);
  return counts.find((nodes) => foresee(model, way, localBatchSize, nodes) < epochSeconds);
}

/** From how many nodes on each configuration is faster than on one node, as a table by batch size. */
export function crossingTable(points: readonly NodesPoint[], foresee: Foresee): Rows {
  const alone = points.filter(({ nodes }) => nodes === 1);
  return alone
    .filter(({ localBatchSize }) => localBatchSize === 32)
    .map(({ model, way }) => ({
      ...{ model: modelName(model), mode: way },
      ...Object.fromEntries(
        alone
          .filter((point) => point.model === model && point.way === way)
          .sort((a, b) => a.localBatchSize - b.localBatchSize)
          .map((point) => [`batch ${point.localBatchSize}`, firstFaster(point, foresee)]),
      ),
    }));
}

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
