import { gradientBytes, networkRate } from "./all-reduce";
import { epochCounts } from "./epoch";
import type { NodesPoint } from "./by-nodes";

/** What one measured cell says about the network. */
export interface NetworkCell {
  point: NodesPoint;
  /** Seconds of an epoch beyond its computing, for each all-reduce. */
  secondsPerSync: number;
  /** The rate in one direction that this would take, in bytes of data a second. */
  bytesPerSecond: number;
}

/** How to read a cell. */
export interface NetworkOptions {
  /** Parameters whose gradients travel. Default: the point's own. */
  parameters?: number;
}

/**
 * What each measured cell of several nodes says about the network, if computing and sending do not overlap: an epoch of
 * one node, of the same model, way and batch, divided by the nodes, is computing, and the rest is spent on all-reduces. A cell
 * without its one-node cell of the same way takes that of the other way; where there is none either, it is left out.
 */
export function networkCells(points: NodesPoint[], { parameters }: NetworkOptions = {}): NetworkCell[] {
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
