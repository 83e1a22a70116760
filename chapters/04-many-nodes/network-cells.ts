import { bytesPerSecond } from "../../lib/cluster/options";
import { gradientBytes, networkRate, payloadRate } from "../../lib/measure/communication/all-reduce";
import { epochCounts } from "../../lib/measure/communication/epoch";
import { nodesOf, type NodesPoint } from "../../lib/measure/communication/by-nodes";
import { modelName } from "../../lib/plots";
import type { PartsOfPair } from "./epoch-parts";

/** The network's speed according to one measured cell. */
export interface NetworkCell {
  point: NodesPoint;
  /** Seconds of an epoch beyond its computing, per all-reduce. */
  secondsPerSync: number;
  /** The rate in one direction that such an all-reduce needs, in bytes of data per second. */
  bytesPerSecond: number;
}

/**
 * The network's speed according to each measured cell of several nodes, if computing and sending do not overlap. Computing is
 * the epoch of one node with the same model, way and batch, divided by the nodes; all-reduces take the rest. If there is no
 * such one-node cell, that of the other way is used; a cell with neither is left out.
 * @param options.parameters Parameters whose gradients travel. Default: the point's own.
 */
export function networkCells(points: NodesPoint[], { parameters }: { parameters?: number } = {}): NetworkCell[] {
  return points.flatMap((point) => {
    const { nodes, epochSeconds, imagesPerEpoch: images, localBatchSize, syncEvery, compression } = point;
    const alone = points.filter(
      (other) => other.nodes === 1 && other.model === point.model && other.localBatchSize === localBatchSize,
    );
    const one = alone.find(({ way }) => way === point.way) ?? alone[0];
    if (nodes === 1 || (one as NodesPoint | undefined) === undefined) return [];
    const { syncs } = epochCounts({ images, localBatchSize, nodes, syncEvery });
    const secondsPerSync = (epochSeconds - one.epochSeconds / nodes) / syncs;
    const bytes = gradientBytes(parameters ?? point.parameters, compression);
    return [{ point, secondsPerSync, bytesPerSecond: networkRate(nodes, bytes, secondsPerSync) }];
  });
}

/**
 * All-reduces to compare with a wire: one's own where the rate of the wire is known, else the study's with sync.
 * @param rate Of the links between one's own nodes: `1gbit`, or `none` where nothing limits them.
 */
export function allReducesOnWire(
  rate: string | undefined,
  parts: readonly PartsOfPair[],
  published: NodesPoint[],
): {
  allReduces: { name: string; nodes: number; bytes: number; seconds: number }[];
  wire: { name: string; bytesPerSecond: number };
} {
  if (rate !== undefined && rate !== "none") {
    const allReduces = parts
      .filter(({ sync }) => sync.secondsPerSync > 0)
      .map(({ run: { configuration }, sync }) => ({
        ...{ name: modelName(configuration.model), nodes: nodesOf(configuration), seconds: sync.secondsPerSync },
        bytes: gradientBytes(configuration.parameters),
      }));
    return { allReduces, wire: { name: rate, bytesPerSecond: payloadRate(8 * bytesPerSecond(rate)) } };
  }
  const allReduces = networkCells(published)
    .filter(({ point }) => point.way === "sync")
    .map(({ point: { model, nodes, parameters }, secondsPerSync: seconds }) => ({
      ...{ name: `${modelName(model)}, ${nodes} nodes, published`, nodes, bytes: gradientBytes(parameters), seconds },
    }));
  return { allReduces, wire: { name: "1 Gb/s", bytesPerSecond: payloadRate(1e9) } };
}
