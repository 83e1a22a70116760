import { linesOf } from "../files";
import { classes, imageBytes, interleave, remedy, type Batch } from "./batch";

/** One label byte, then the image's three planes. */
const recordBytes = 1 + imageBytes;

/**
 * Reads a file of CIFAR-10's binary layout (`data_batch_1.bin`), which consists of records of 3,073 bytes.
 * @throws one line with the file, the offset and the remedy, when it is cut short or has a label over 9.
 */
export function readBinary(file: string, bytes: Uint8Array): Batch {
  const count = Math.floor(bytes.length / recordBytes);
  if (count * recordBytes !== bytes.length || count === 0) {
    throw new Error(
      `${file} is cut short or no CIFAR-10 file: ${bytes.length} bytes are not whole records of ${recordBytes}; ` +
        `the last whole one ends at offset ${count * recordBytes}. ${remedy}`,
    );
  }
  const labels = new Uint8Array(count);
  const images = new Uint8Array(count * imageBytes);
  for (let record = 0; record < count; record++) {
    const offset = record * recordBytes;
    labels[record] = bytes[offset];
    if (labels[record] >= classes) {
      throw new Error(
        `${file} is corrupt: the label at offset ${offset} (image ${record}) is ${labels[record]}, ` +
          `and CIFAR-10's labels are 0 to ${classes - 1}. ${remedy}`,
      );
    }
    interleave(bytes, offset + 1, images, record * imageBytes);
  }
  return { labels, images };
}

/** Reads the class names from `batches.meta.txt`, one on each line. */
export function readBinaryNames(file: string, bytes: Uint8Array): string[] {
  const names = linesOf(bytes, file);
  if (names.length !== classes) {
    throw new Error(`${file} is corrupt: it names ${names.length} classes, and CIFAR-10 has ${classes}. ${remedy}`);
  }
  return names;
}
