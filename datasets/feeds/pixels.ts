import { nativeOp, tf } from "../../lib/tensorflow";
import { integersFromWords, zeroPad } from "../../lib/tensorflow/ops";
import type { ImageSet } from "../dataset";
import { BORDER, originsOf } from "./augmentation";
import type { FeedOptions } from "./feed";

// Pixels are sent to the device and stored there as bytes, four in each float32 "word": TensorFlow.js has no uint8 tensors,
// and TensorFlow's GPU kernels gather float32 but not uint8. Bitcast turns words into bytes again.

/** The bytes of one image. */
export function bytesPerImage({ shape: [height, width, channels] }: ImageSet): number {
  const bytes = height * width * channels;
  if (bytes % 4 !== 0) {
    throw new Error(
      `Images of ${height}x${width}x${channels} are ${bytes} bytes each: a feed needs a multiple of 4; pad or crop them.`,
    );
  }
  return bytes;
}

/** The bytes of any number of images as a tensor of words [count, bytesPerImage / 4]. */
export function wordsTensor(bytes: Uint8Array, bytesPerImage: number): tf.Tensor2D {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
  return tf.tensor2d(words, [bytes.length / bytesPerImage, bytesPerImage / 4]);
}

/**
 * Row numbers or labels as words. The arguments of a step that are integers lie on the host, so that every step would copy them
 * from the GPU and back.
 */
export function integerWords(integers: Int32Array): tf.Tensor1D {
  return tf.tensor1d(new Float32Array(integers.buffer, integers.byteOffset, integers.length));
}

/**
 * Where the pixels of augmented images come from, as words, see `originsOf`.
 * @param numbers The images' part of the epoch's `augmentations`.
 * @returns rows [batch, height] and columns [batch, width].
 */
export function originWords(numbers: Uint8Array, shape: ImageSet["shape"]): [rows: tf.Tensor, columns: tf.Tensor] {
  const { rows, columns } = originsOf(numbers, shape);
  const images = numbers.length / 3;
  return tf.tidy(() => [
    tf.reshape(integerWords(rows), [images, shape[0]]),
    tf.reshape(integerWords(columns), [images, shape[1]]),
  ]);
}

/** Augments images on the device: their pixels are only moved, so that they are those of `augmented`, bit for bit. */
function cutOut(images: tf.Tensor4D, [rows, columns]: tf.Tensor[]): tf.Tensor4D {
  const lines = tf.gather(zeroPad(images, BORDER), integersFromWords(rows as tf.Tensor2D), 1, 1);
  return tf.gather(lines, integersFromWords(columns as tf.Tensor2D), 2, 1);
}

/**
 * Turns words into images: into bytes, then augmented if they are to be, then resized (bilinear with half-pixel centres, as Python's
 * `tf.image.resize`), then divided by 255 unless the model does that.
 * @param words [batch, height x width x channels / 4], see {@link wordsTensor}.
 * @param origins See {@link originWords}. Default: the images are not augmented.
 * @returns [batch, imageSize, imageSize, channels] in float32, 0 to `pixelRange`.
 */
export function imagesFromWords(
  words: tf.Tensor,
  shape: ImageSet["shape"],
  { imageSize, pixelRange = 1 }: Pick<FeedOptions, "imageSize" | "pixelRange">,
  origins: tf.Tensor[] = [],
): tf.Tensor4D {
  return tf.tidy(() => {
    const [bytes] = nativeOp("Bitcast", { T: { type: "float32" }, type: { type: "uint8" } }, [words]);
    const [pixels] = nativeOp("Cast", { SrcT: { type: "uint8" }, DstT: { type: "float32" } }, [bytes]);
    const stored = tf.reshape<tf.Rank.R4>(pixels, [words.shape[0], ...shape]);
    const images = origins.length > 0 ? cutOut(stored, origins) : stored;
    const hasSize = shape[0] === imageSize && shape[1] === imageSize;
    const resized = hasSize ? images : tf.image.resizeBilinear(images, [imageSize, imageSize], false, true);
    return pixelRange === 255 ? resized : tf.div(resized, 255);
  });
}
