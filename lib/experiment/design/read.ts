import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { parseDocument } from "yaml";
import { workbookRoot } from "../../system/workbook";
import { designOf } from "./design";
import { fullFactorial } from "./plan";
import { designFileSchema, type Design } from "./schema";

/** A design with more runs than this is a mistake. */
const mostRuns = 10_000;

/**
 * Reads a design.
 * @param which A file, or the name of one of the lessons' designs, for example `quick`.
 * @throws one line with the file and what is wrong in it.
 */
export async function readDesign(which: string): Promise<Design> {
  const file = designFile(which);
  const document = parseDocument(await readFile(file, "utf8"));
  const [error] = document.errors;
  if (document.errors.length > 0) throw new Error(`${file} is not YAML: ${error.message.split("\n")[0]}`);
  const read = designFileSchema.safeParse(document.toJS());
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
    throw new Error(`${file} is not a design: ${where}${issue.message}. chapters/05-experiments/quick.yaml shows one.`);
  }
  const design = designOf(basename(file, extname(file)), read.data, file);
  const runs = fullFactorial(design).length * design.replicates;
  if (runs > mostRuns)
    throw new Error(`${file} asks for ${runs} runs, and ${mostRuns} are the most: leave levels out.`);
  return design;
}

/** The files of the lessons' designs, by name. */
function lessonDesigns(): Map<string, string> {
  const chapters = join(workbookRoot, "chapters");
  const files = readdirSync(chapters).flatMap((lesson) =>
    readdirSync(join(chapters, lesson))
      .filter((file) => extname(file) === ".yaml")
      .map((file) => [basename(file, ".yaml"), join(chapters, lesson, file)] as const),
  );
  return new Map(files);
}

/** The file of a design; see {@link readDesign}. @throws one line when there is none. */
export function designFile(which: string): string {
  if (existsSync(which) && extname(which) !== "") return which;
  const designs = lessonDesigns();
  const file = designs.get(which);
  if (file !== undefined) return file;
  throw new Error(`There is no design ${which}: name a file, or one of ${[...designs.keys()].join(", ")}.`);
}
