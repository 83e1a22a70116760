import { nativeOp, tf } from "../../../lib/tensorflow";
import { readBytes } from "../../../lib/system/read-text";
import { refusal } from "./folder";

/** Height and width to which images of another size are resized: those of TinyImageNet. */
export const imageSize = 64;
/** The bytes of a decoded image. */
export const imageBytes = imageSize ** 2 * 3;

const MOST_BYTES = 50e6;
/** A small file can say that it has billions of pixels, and decoding would take the memory for them. */
const MOST_PIXELS = 64e6;

/**
 * Reads and decodes JPEGs with TensorFlow, in this thread; images of another size are resized.
 * @returns the pixels, image after image.
 * @throws one line with the file that cannot be read or decoded.
 */
export function decodeJpegs(files: readonly string[]): Uint8Array {
  // Of what it returns, tidy would look at every element.
  const words = tf.tidy(() => packed(files.map((file) => decoded(file, contentOf(file)))));
  const { buffer, byteOffset, byteLength } = words.dataSync<"int32">();
  words.dispose();
  return new Uint8Array(buffer, byteOffset, byteLength);
}

const contentOf = (file: string): Buffer =>
  readBytes(file, (problem) => refusal(`Cannot read ${file}: ${problem}.`), MOST_BYTES);

function decoded(file: string, bytes: Buffer): tf.Tensor {
  const content = tf.tensor([bytes], [], "string");
  const reading = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      const reason = (error as Error).message.split("\n")[0].replace(/\.$/, "");
      throw refusal(`${file} is damaged or no JPEG (${bytes.length} bytes): ${reason}. Take it out of the folder.`);
    }
  };
  const [height, width] = reading(() => {
    const [shape] = nativeOp("ExtractJpegShape", { output_type: { type: "int32" } }, [content]);
    return shape.dataSync();
  });
  if (height * width > MOST_PIXELS) {
    throw refusal(`${file} says that it has ${width} x ${height} pixels, and may have ${MOST_PIXELS / 1e6} million: take it out of the folder.`); // prettier-ignore
  }
  // With three channels, a grey image becomes an RGB image.
  const [image] = reading(() => nativeOp("DecodeJpeg", { channels: 3 }, [content]));
  if (height === imageSize && width === imageSize) return image;
  const batch = tf.reshape(image, [1, height, width, 3]);
  const size = tf.tensor1d([imageSize, imageSize], "int32");
  const [resized] = nativeOp("ResizeBilinear", { T: { type: "uint8" }, half_pixel_centers: true }, [batch, size]);
  return cast(tf.reshape(resized, [imageSize, imageSize, 3]), "float32", "uint8");
}

function packed(images: tf.Tensor[]): tf.Tensor {
  const [bytes] = nativeOp("Pack", { N: images.length, T: { type: "uint8" }, axis: 0 }, images);
  // tfjs cannot read uint8 tensors, so four bytes are read as one int32.
  const quads = tf.reshape(bytes, [(images.length * imageBytes) / 4, 4]);
  return nativeOp("Bitcast", { T: { type: "uint8" }, type: { type: "int32" } }, [quads])[0];
}

const cast = (tensor: tf.Tensor, from: "int32" | "float32", to: "uint8"): tf.Tensor =>
  nativeOp("Cast", { SrcT: { type: from }, DstT: { type: to } }, [tensor])[0];

/**
 * Encodes one picture as a JPEG, in which images stand side by side.
 * @param pixels Of at least as many images.
 */
export async function encodeJpeg(pixels: Uint8Array, across = 1, down = 1, quality = 90): Promise<Uint8Array> {
  const encoded = tf.tidy(() => {
    const used = Int32Array.from(pixels.subarray(0, across * down * imageBytes));
    const images = tf.tensor(used, [down, across, imageSize, imageSize, 3], "int32");
    const picture = tf.reshape(tf.transpose(images, [0, 2, 1, 3, 4]), [down * imageSize, across * imageSize, 3]);
    return nativeOp("EncodeJpeg", { quality }, [cast(picture, "int32", "uint8")])[0];
  });
  const [bytes] = (await encoded.bytes()) as Uint8Array[];
  encoded.dispose();
  return bytes;
}
