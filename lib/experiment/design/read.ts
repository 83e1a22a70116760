import { existsSync, readdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { readYaml } from "../../system/read-yaml";
import { workbookRoot } from "../../system/workbook";
import { designOf } from "./design";
import { designFileSchema, type Design } from "./schema";
import { noSuch } from "../../system/names";

/**
 * Reads a design.
 * @param which A file, or the name of one of the lessons' designs, for example `quick`.
 * @throws one line with the file and what is wrong in it.
 */
export async function readDesign(which: string): Promise<Design> {
  const file = designFile(which);
  const content = readYaml(
    file,
    "The design",
    designFileSchema,
    " chapters/05-experiments/programs/quick.yaml shows one.",
  );
  return designOf(basename(file, extname(file)), content, file);
}

/** The files of the lessons' designs, by name. */
function lessonDesigns(): Map<string, string> {
  const chapters = join(workbookRoot, "chapters");
  const files = readdirSync(chapters, { recursive: true, encoding: "utf8" }).filter(
    (file) => extname(file) === ".yaml",
  );
  return new Map(files.sort().map((file) => [basename(file, ".yaml"), join(chapters, file)]));
}

/** The file of a design; see {@link readDesign}. @throws one line when there is none. */
export function designFile(which: string): string {
  if (existsSync(which) && extname(which) !== "") return which;
  const designs = lessonDesigns();
  const file = designs.get(which);
  if (file !== undefined) return file;
  throw noSuch("design", which, [...designs.keys()], "name a file, or one of");
}
