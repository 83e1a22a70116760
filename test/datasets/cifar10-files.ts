import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Real images, where the machine has them. */
const sample = join(__dirname, "../../../shared/data/cifar-10-sample");
export const realImages: string | undefined = existsSync(sample) ? sample : undefined;

export const names = ["airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"];

/** The made-up byte at a place of an image, planes first. */
export function byteOf(file: number, image: number, place: number): number {
  return (file * 31 + image * 17 + place * 7) % 256;
}

export function labelOf(file: number, image: number): number {
  return (file + image) % 10;
}

function planes(file: number, image: number): Buffer {
  return Buffer.from(Array.from({ length: 3072 }, (_, place) => byteOf(file, image, place)));
}

/** Writes CIFAR-10's binary layout with a few made-up images a file; file 0 is the test file. */
export function writeBinaryLayout(folder: string, images = 4): string {
  mkdirSync(folder, { recursive: true });
  for (let file = 0; file <= 5; file++) {
    const records = Array.from({ length: images }, (_, image) =>
      Buffer.concat([Buffer.from([labelOf(file, image)]), planes(file, image)]),
    );
    writeFileSync(join(folder, file === 0 ? "test_batch.bin" : `data_batch_${file}.bin`), Buffer.concat(records));
  }
  writeFileSync(join(folder, "batches.meta.txt"), names.join("\n") + "\n\n");
  return folder;
}

/** Writes CIFAR-10's Python layout as Python 2 pickled it (protocol 2), with the images of {@link writeBinaryLayout}. */
export function writePythonLayout(folder: string, images = 4): string {
  mkdirSync(folder, { recursive: true });
  for (let file = 0; file <= 5; file++) {
    const labels = Array.from({ length: images }, (_, image) => labelOf(file, image));
    const data = Buffer.concat(labels.map((_, image) => planes(file, image)));
    const content = [
      ...[text("batch_label"), text(`made-up batch ${file}`)],
      ...[text("labels"), list(labels.map(number))],
      ...[text("data"), byteArray(images, data)],
      ...[text("filenames"), list(labels.map((_, image) => text(`${image}.png`)))],
    ];
    writeFileSync(join(folder, file === 0 ? "test_batch" : `data_batch_${file}`), pickle(content));
  }
  writeFileSync(join(folder, "batches.meta"), pickle([text("label_names"), list(names.map(text))]));
  return folder;
}

// Python's pickle opcodes, as far as CIFAR-10's files use them.
const op = (letter: string, ...rest: (Buffer | number[])[]) =>
  Buffer.concat([Buffer.from(letter, "latin1"), ...rest.map((part) => Buffer.from(part))]);
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const text = (value: string) => op("U", [value.length], Buffer.from(value));
const number = (value: number) => op("K", [value]);
const list = (items: Buffer[]) => op("](", ...items, Buffer.from("e"));
const global = (module: string, name: string) => op("c", Buffer.from(`${module}\n${name}\n`));
const pickle = (items: Buffer[]) => op("\x80\x02}(", ...items, Buffer.from("u."));

function byteArray(rows: number, data: Buffer): Buffer {
  const empty = op(
    "",
    global("numpy.core.multiarray", "_reconstruct"),
    global("numpy", "ndarray"),
    op("K\0\x85U\x01b\x87R"),
  );
  const type = op(
    "",
    global("numpy", "dtype"),
    op("U\x02u1K\0K\x01\x87R(K\x03U\x01|NNN"),
    op("J", uint32(0xffffffff)),
    op("J", uint32(0xffffffff)),
    op("K\0tb"),
  );
  const shape = op("", op("J", uint32(rows)), op("J", uint32(3072)), op("\x86"));
  return op("", empty, op("(K\x01"), shape, type, op("\x89T"), uint32(data.length), data, op("tb"));
}
