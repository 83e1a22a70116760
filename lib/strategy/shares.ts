import { tf } from "../tensorflow";

/** A replica's share of a batch. The graph of a step contains the step once for each replica. */
export interface Share {
  /** The number of this replica's images; 0 is possible when the batch is smaller than the number of replicas. */
  images: number;
  /** The number of images of the batch, over all replicas. */
  globalImages: number;
}

/** Divides images among replicas as evenly as possible; where a remainder is left, the first replicas get one more. */
export function sharesOf(globalImages: number, replicas: number): Share[] {
  const least = Math.floor(globalImages / replicas);
  const remainder = globalImages % replicas;
  const imagesOf = (replica: number) => (replica < remainder ? least + 1 : least);
  return Array.from({ length: replicas }, (_, replica) => ({ images: imagesOf(replica), globalImages }));
}

/** The rows of a batch that `count` replicas have: from the first number up to, but not including, the second. */
export function rowsOfReplicas(shares: readonly Share[], firstReplica: number, count: number): [number, number] {
  const imagesBefore = (replica: number) => shares.slice(0, replica).reduce((sum, { images }) => sum + images, 0);
  return [imagesBefore(firstReplica), imagesBefore(firstReplica + count)];
}

/** Cuts the tensors of a batch along the first axis into each replica's part. The caller disposes them. */
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

/** The arguments of a captured step on each replica: its share, its part of the batch, and the arguments shared by all. */
export function replicaArguments<S extends unknown[]>(
  batch: readonly tf.Tensor[],
  shares: readonly Share[],
  shared: S,
) {
  const parts = divide(batch, shares);
  return shares.map((share, replica): [Share, tf.Tensor[], ...S] => [share, parts[replica], ...shared]);
}
