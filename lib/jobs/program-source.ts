import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The repository's root, two folders above the compiled `lib/`. */
const root = join(__dirname, "..", "..", "..");

/** The text of one of the workbook's own files, to be read in a notebook: `chapters/01-one-device/train.mts`. */
export async function sourceOf(file: string): Promise<string> {
  return readFile(join(root, file), "utf8");
}
