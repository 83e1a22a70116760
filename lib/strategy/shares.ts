import { tf } from "../tensorflow";
import type { Batch, Share } from "./strategy";

/** Divides a number of images among replicas: as evenly as it goes, the first ones get one more. */
export function sharesOf(globalImages: number, replicas: number): Share[] {
  const least = Math.floor(globalImages / replicas);
  const more = globalImages % replicas;
  return Array.from({ length: replicas }, (_, replica) => ({
    images: replica < more ? least + 1 : least,
    globalImages,
  }));
}

/** Which images of a batch some replicas have: from the first up to before the second number. */
export function rowsOfReplicas(shares: readonly Share[], firstReplica: number, count: number): [number, number] {
  const upTo = (replica: number): number => shares.slice(0, replica).reduce((sum, { images }) => sum + images, 0);
  return [upTo(firstReplica), upTo(firstReplica + count)];
}

/** Cuts the tensors of a batch along the first axis: each replica's part. The caller disposes them. */
export function divide(batch: readonly tf.Tensor[], shares: readonly Share[]): tf.Tensor[][] {
  if (shares.length === 1) return [[...batch]];
  let from = 0;
  return shares.map(({ images }) => {
    const part = batch.map((tensor) => {
      const rest = tensor.shape.slice(1);
      return tf.slice(tensor, [from, ...rest.map(() => 0)], [images, ...rest]);
    });
    from += images;
    return part;
  });
}

/** What a captured step is given on each replica: its share, its part of the batch, and what all have in common. */
export function replicaArguments<S extends unknown[]>(batch: Batch, shares: readonly Share[], shared: S) {
  const parts = divide(batch.tensors, shares);
  return shares.map((share, replica): [Share, tf.Tensor[], ...S] => [share, parts[replica], ...shared]);
}
