import { tf } from "../backend";
import { nativeOp } from "../native-op";

/** The integers that float32 "words" hold bit for bit. No op computes with words. They are only moved. */
export function integersFromWords<T extends tf.Tensor>(words: T): T {
  const [integers] = nativeOp("Bitcast", { T: { type: "float32" }, type: { type: "int32" } }, [words]);
  return integers as T; // Bitcast keeps the shape of types of equal size
}

/**
 * Integers that an op moves, but does not compute with, as words. On a GPU TensorFlow would copy integers to the host for that, and back.
 * @example const rows = movedAsWords(tokens, (words) => tf.split(words, 2));
 */
export function movedAsWords<T extends tf.Tensor | tf.Tensor[]>(integers: tf.Tensor, move: (words: tf.Tensor) => T): T {
  const [words] = nativeOp("Bitcast", { T: { type: "int32" }, type: { type: "float32" } }, [integers]);
  const moved = move(words);
  return (Array.isArray(moved) ? moved.map(integersFromWords) : integersFromWords(moved)) as T; // as many as there were
}
