import { decoded, readBytes } from "../../lib/system/read-text";
import { textNames } from "./names";
import { noSuch } from "../../lib/system/names";

/** Half of what Node can hold in one string; its tokens take four times as much memory. */
const MOST_MEGABYTES = 256;

/**
 * Reads a file of the user's.
 * @throws one line with the reason and the remedy, when it is missing, no regular file or too large, or cannot be read.
 */
export function readTextFile(file: string): Buffer {
  const half = `\`split -C ${MOST_MEGABYTES}MB\` makes parts, of which you can name one`;
  const refuse = (problem: string, code?: string): Error => {
    if (code === "ENOENT" || code === "ENOTDIR")
      return noSuch("text", file, textNames, "name a file that is there, or one of");
    const remedy = code === "EFBIG" ? `a text may have ${MOST_MEGABYTES} MB, and it has more: ${half}` : problem;
    return new Error(`The text ${file}: ${remedy}.`);
  };
  return readBytes(file, refuse, MOST_MEGABYTES * 1e6);
}

/**
 * The text in a file's bytes, without a byte order mark.
 * @throws one line with the file when it is empty, or not UTF-8.
 */
export function decodeText(file: string, bytes: Buffer): string {
  const refuse = (problem: string): Error => new Error(`The text ${file}: ${problem}.`);
  const text = decoded(bytes, file, refuse);
  if (text === "") throw refuse("it is empty, so name a file with text");
  return text;
}
