import { tf } from "../tensorflow";

/**
 * Divides images among replicas as evenly as possible; where a remainder is left, the first replicas get one more. There may be none for
 * the last ones.
 */
export function sharesOf(images: number, replicas: number): number[] {
  const least = Math.floor(images / replicas);
  const remainder = images % replicas;
  return Array.from({ length: replicas }, (_, replica) => (replica < remainder ? least + 1 : least));
}

/** The rows of a batch that `count` replicas have: from the first number up to, but not including, the second. */
export function rowsOfReplicas(shares: readonly number[], firstReplica: number, count: number): [number, number] {
  const imagesBefore = (replica: number) => shares.slice(0, replica).reduce((sum, images) => sum + images, 0);
  return [imagesBefore(firstReplica), imagesBefore(firstReplica + count)];
}

/** Cuts the tensors of a batch along the first axis into each replica's part. The caller disposes them. */
export function divide(batch: readonly tf.Tensor[], shares: readonly number[]): tf.Tensor[][] {
  if (shares.length === 1) return [[...batch]];
  let from = 0;
  return shares.map((images) => {
    const part = batch.map((tensor) => {
      const rest = tensor.shape.slice(1);
      return tf.slice(tensor, [from, ...rest.map(() => 0)], [images, ...rest]);
    });
    from += images;
    return part;
  });
}
