import type { ByAxis, MeshSizes } from "./mesh-sizes";

/** GPUs in nodes, each GPU with a network card of its own. */
export interface Cluster {
  gpus: number;
  gpusPerNode: number;
  /** Of a GPU. */
  memoryBytes: number;
  /** Operations a second that a GPU reaches in its matrix products. */
  operationsPerSecond: number;
  /** Bytes a second from a GPU to another of its node, in one direction. */
  insideBytesPerSecond: number;
  /** Bytes a second through the network card of a GPU, in one direction. */
  betweenBytesPerSecond: number;
}

/**
 * Bytes a second at which each device sends along each axis of a mesh, whose last axis, `tensor`, has neighbours. A ring that stays in
 * its node uses the link between GPUs. One that leaves it uses the network cards of all its devices there, and never more than that
 * link. From stage to stage a device sends through its own card.
 * @throws one line when the mesh has other devices than the cluster has GPUs.
 */
export function axisRates({ data, stage, tensor }: MeshSizes, cluster: Cluster): ByAxis {
  const { gpus, gpusPerNode, insideBytesPerSecond: inside, betweenBytesPerSecond: between } = cluster;
  if (data * stage * tensor !== gpus) {
    throw new Error(
      `A mesh of ${data} x ${stage} x ${tensor} has ${data * stage * tensor} devices, and the cluster has ${gpus} GPUs.`,
    );
  }
  /** @param apart How many devices lie from one device of the ring to the next. */
  const ring = (devices: number, apart: number): number => {
    const together = Math.min(devices, Math.max(1, Math.floor(gpusPerNode / apart)));
    return together === devices ? inside : Math.min(inside, together * between);
  };
  return {
    data: ring(data, stage * tensor),
    stage: stage * tensor <= gpusPerNode ? inside : between,
    tensor: ring(tensor, 1),
  };
}
