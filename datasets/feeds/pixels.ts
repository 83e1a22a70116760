import { nativeOp, tf } from "../../lib/tensorflow";
import type { ImageSet } from "../dataset";
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
 * Turns words into images: into bytes, then resized (bilinear with half-pixel centres, as Python's `tf.image.resize`), then
 * divided by 255 unless the model does that.
 * @param words [batch, height x width x channels / 4], see {@link wordsTensor}.
 * @returns [batch, imageSize, imageSize, channels] in float32, 0 to `pixelRange`.
 */
export function imagesFromWords(
  words: tf.Tensor,
  shape: ImageSet["shape"],
  { imageSize, pixelRange = 1 }: Pick<FeedOptions, "imageSize" | "pixelRange">,
): tf.Tensor4D {
  return tf.tidy(() => {
    const [bytes] = nativeOp("Bitcast", { T: { type: "float32" }, type: { type: "uint8" } }, [words]);
    const [pixels] = nativeOp("Cast", { SrcT: { type: "uint8" }, DstT: { type: "float32" } }, [bytes]);
    const images = tf.reshape<tf.Rank.R4>(pixels, [words.shape[0], ...shape]);
    const hasSize = shape[0] === imageSize && shape[1] === imageSize;
    const resized = hasSize ? images : tf.image.resizeBilinear(images, [imageSize, imageSize], false, true);
    return pixelRange === 255 ? resized : tf.div(resized, 255);
  });
}
