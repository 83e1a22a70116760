import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { workbookRoot } from "../tensorflow/installation";

/** The text of one of the workbook's own files, to be read in a notebook: `chapters/01-one-device/train.mts`. */
export async function sourceOf(file: string): Promise<string> {
  return readFile(join(workbookRoot, file), "utf8");
}
