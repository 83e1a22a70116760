import { gradientBytes, networkRate } from "../../lib/measure/communication/all-reduce";
import { epochCounts } from "../../lib/measure/communication/epoch";
import type { NodesPoint } from "../../lib/measure/communication/by-nodes";

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
