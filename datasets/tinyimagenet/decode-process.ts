// A process that decodes JPEGs. It reads paths from standard input, each ended by a zero byte, and writes pixels to standard
// output, image after image. It sends its parent a message about a bad file.
import { once } from "node:events";
import { constants } from "node:fs";
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { configureTensorFlow, nativeOp, tf } from "../../lib/tensorflow";
import { copyAgain, unreadable } from "../files";
import { imageBytes, imageShape } from "./layout";

const groupSize = 64;
const remedy = copyAgain("TinyImageNet");

// One thread is enough, because there are as many processes as cores.
configureTensorFlow({ device: "cpu", intraOpThreads: 1, interOpThreads: 1 });

async function main(): Promise<void> {
  const files = (await buffer(process.stdin)).toString("utf8").split("\0").slice(0, -1);
  const groups = Array.from({ length: Math.ceil(files.length / groupSize) }, (_, index) =>
    files.slice(index * groupSize, (index + 1) * groupSize),
  );
  // One group is read while another is decoded.
  let coming = groups.length > 0 ? read(groups[0]) : undefined;
  for (const [index, group] of groups.entries()) {
    const contents = await coming!;
    coming = index + 1 < groups.length ? read(groups[index + 1]) : undefined;
    coming?.catch(() => undefined); // awaited in the next round
    if (!process.stdout.write(decode(group, contents))) await once(process.stdout, "drain");
  }
}

function read(files: string[]): Promise<Buffer[]> {
  return Promise.all(
    files.map((file) =>
      // It does not wait for a pipe.
      readFile(file, { flag: constants.O_RDONLY | constants.O_NONBLOCK }).catch((error: NodeJS.ErrnoException) => {
        throw new Error(`Cannot read ${file}: ${unreadable(error, "TinyImageNet")}.`);
      }),
    ),
  );
}

/** The pixels of some files: [files, 64, 64, 3]. */
function decode(files: string[], contents: Buffer[]): Uint8Array {
  const words = tf.tidy(() => {
    const images = contents.map((bytes, index) => decodeOne(files[index], bytes));
    const [packed] = nativeOp("Pack", { N: images.length, T: { type: "uint8" }, axis: 0 }, images);
    // tfjs cannot read uint8 tensors, so four bytes are read as one int32.
    const quads = tf.reshape(packed, [(images.length * imageBytes) / 4, 4]);
    return nativeOp("Bitcast", { T: { type: "uint8" }, type: { type: "int32" } }, [quads])[0];
  });
  const { buffer, byteOffset, byteLength } = words.dataSync<"int32">();
  words.dispose();
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function decodeOne(file: string, bytes: Buffer): tf.Tensor {
  const content = tf.tensor([bytes], [], "string");
  let image: tf.Tensor;
  try {
    // With three channels, a grey image becomes an RGB image.
    [image] = nativeOp("DecodeJpeg", { channels: imageShape[2] }, [content]);
  } catch (error) {
    const reason = (error as Error).message.split("\n")[0].replace(/\.$/, "");
    throw new Error(`${file} is damaged or no JPEG (${bytes.length} bytes): ${reason}. ${remedy}`);
  }
  const [height, width] = image.shape;
  if (height === imageShape[0] && width === imageShape[1]) return image;
  throw new Error(`${file} is ${width}x${height} pixels, and TinyImageNet's images are 64x64. ${remedy}`);
}

// The process ends with its parent.
process.once("disconnect", () => process.exit(1));
main().then(
  () => process.disconnect(),
  (error: Error) => process.send?.({ error: error.message }, () => process.exit(1)),
);
