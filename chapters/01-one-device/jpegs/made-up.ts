import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { synthetic } from "../../../datasets";
import { encodeJpeg, imageBytes, imageSize } from "./pixels";

/** Noise packs badly: this quality gives files of about 2 kB, as TinyImageNet has them. */
const QUALITY = 40;

/** Writes made-up images into a folder, as JPEGs of TinyImageNet's size. @returns their paths. */
export async function writeMadeUp(folder: string, count: number): Promise<string[]> {
  const { train } = await synthetic({ trainImages: count, testImages: 1, nativeSize: imageSize });
  const files = Array.from({ length: count }, (_, at) => join(folder, `${at}.jpg`));
  for (const [at, file] of files.entries()) {
    await writeFile(file, await encodeJpeg(train.images.subarray(at * imageBytes), 1, 1, QUALITY));
  }
  return files;
}
