import { stat } from "node:fs/promises";
import { readDataFile } from "../files";
import { textNames } from "./names";

/** Half of what Node can hold in one string; its tokens take four times as much memory. */
const MOST_MEGABYTES = 256;

/**
 * Reads a file of the user's.
 * @throws one line with the reason and the remedy, when it is missing, no regular file or too large, or cannot be read.
 */
export async function readTextFile(file: string): Promise<Buffer> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" && error.code !== "ENOTDIR") return undefined; // reading it says why
    throw new Error(`There is no text "${file}": choose one of ${textNames.join(", ")}, or name a file that is there.`);
  });
  if (found?.isDirectory()) throw new Error(`${file} is a folder: name one text file.`);
  if (found && !found.isFile()) throw new Error(`${file} is no regular file: save the text in a file, and name that.`); // a pipe may never end
  if (found && found.size > MOST_MEGABYTES * 1e6) {
    throw new Error(
      `${file} has ${Math.ceil(found.size / 1e6)} MB, but a text may have ${MOST_MEGABYTES} MB: ` +
        `name a part of it, as \`split -C ${MOST_MEGABYTES}MB\` makes.`,
    );
  }
  return readDataFile(file, "shakespeare");
}

/**
 * The text in a file's bytes, without a byte order mark.
 * @throws one line with the file when it is empty, or not UTF-8.
 */
export function decodeText(file: string, bytes: Buffer): string {
  const text = bytes.toString("utf8");
  const again = Buffer.from(text);
  if (!again.equals(bytes)) {
    const wrong = bytes.findIndex((byte, index) => byte !== again[index]);
    throw new Error(
      `${file} is not UTF-8 text (byte ${wrong < 0 ? bytes.length : wrong + 1}): save it as UTF-8, for example by \`iconv -f latin1 -t utf8\`.`,
    );
  }
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (plain === "") throw new Error(`${file} is empty: name a file with text.`);
  return plain;
}
