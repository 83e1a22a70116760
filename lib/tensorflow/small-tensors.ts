import { tf } from "./backend";
import { activeRecording } from "./capture/recording";
import { onGpu } from "./devices";

/** A GPU computes so many numbers in less time than a kernel takes to be launched. */
const FEW = 2 ** 16;

/** Whether {@link together} joins a tensor with others: a small one on a GPU. XLA joins kernels by itself, and CPUs launch none. */
export const joinsSmall = ({ size }: tf.Tensor): boolean => size <= FEW && onGpu() && !activeRecording()?.xla;

type Lists = readonly (readonly tf.Tensor[])[];

/**
 * Computes the same, number by number, of each row of several lists of tensors. On GPUs, small tensors of a list are put one behind another,
 * and all are computed by the same kernels: a network has a hundred of them.
 * @param lists Equally long; the tensors of a row have one shape.
 * @param compute Computes results of one shape with a row's tensors.
 * @returns the lists of the first results, the second ones, and so on; of no tensors, one empty list.
 */
export function together(lists: Lists, compute: (...row: tf.Tensor[]) => tf.Tensor[]): tf.Tensor[][] {
  const [first] = lists;
  const results = first.map((tensor, index) =>
    joinsSmall(tensor) ? [] : compute(...lists.map((list) => list[index])),
  );
  const small = [...first.keys()].filter((index) => joinsSmall(first[index]));
  if (small.length > 0) {
    const joined = lists.map((list) => joinedOf(small.map((index) => list[index])));
    for (const all of compute(...joined)) {
      const parts = tf.split(all, small.map((index) => first[index].size)); // prettier-ignore
      parts.forEach((part, place) => results[small[place]].push(part.reshape(first[small[place]].shape)));
    }
  }
  const count = results.length > 0 ? results[0].length : 1;
  return Array.from({ length: count }, (_, result) => results.map((row) => row[result]));
}

/** Tensors one behind another. */
export const joinedOf = (tensors: readonly tf.Tensor[]): tf.Tensor1D =>
  tf.concat1d(tensors.map((each) => each.flatten()));
