import { classes, imageBytes, interleave, remedy, type Batch } from "./batch";
import { ByteArray, readPickle } from "./pickle";

/**
 * Reads a file of CIFAR-10's Python layout (`data_batch_1`): a pickled dictionary with `data`, bytes of shape
 * [images, 3072], and `labels`, one number for each image.
 * @throws one line with the file, the place and the remedy, when it is cut short, has other content, or a label over 9.
 */
export function readPython(file: string, bytes: Uint8Array): Batch {
  const content = readPickle(file, bytes, remedy);
  const data = content.get("data");
  const value = content.get("labels");
  const labels = value instanceof ByteArray ? Array.from(value.bytes) : value;
  if (!(data instanceof ByteArray) || !Array.isArray(labels) || data.shape[1] !== imageBytes) {
    throw new Error(
      `${file} is no CIFAR-10 file: it lacks "labels", or "data" of ${imageBytes} bytes an image. ${remedy}`,
    );
  }
  const count = data.shape[0];
  if (labels.length !== count || count === 0) {
    throw new Error(`${file} is corrupt: it holds ${count} images and ${labels.length} labels. ${remedy}`);
  }
  labels.forEach((label: unknown, image) => {
    if (typeof label === "number" && Number.isInteger(label) && label >= 0 && label < classes) return;
    throw new Error(
      `${file} is corrupt: the label of image ${image} is ${String(label)}, and CIFAR-10's labels are 0 to ${classes - 1}. ${remedy}`,
    );
  });
  const planes = data.columnsFirst ? rowsFirst(data.bytes, count) : data.bytes;
  const images = new Uint8Array(count * imageBytes);
  for (let image = 0; image < count; image++) interleave(planes, image * imageBytes, images, image * imageBytes);
  return { labels: Uint8Array.from(labels as number[]), images };
}

function rowsFirst(columns: Uint8Array, count: number): Uint8Array {
  return columns.map((_, index) => columns[(index % imageBytes) * count + Math.floor(index / imageBytes)]);
}

/** Reads the class names from `batches.meta`. */
export function readPythonNames(file: string, bytes: Uint8Array): string[] {
  const names = readPickle(file, bytes, remedy).get("label_names");
  if (!Array.isArray(names) || names.length !== classes) {
    throw new Error(`${file} is corrupt: it does not name CIFAR-10's ${classes} classes. ${remedy}`);
  }
  return names.map((name: unknown) => (name instanceof Uint8Array ? Buffer.from(name).toString() : String(name)));
}
