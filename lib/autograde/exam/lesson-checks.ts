import { existsSync } from "node:fs";
import { extname, join } from "node:path";
import * as machinery from "../../checks";

/** What a lesson's test cells call besides the student's functions, by name. */
export type LessonChecks = Readonly<Record<string, unknown>>;

const own = extname(__filename); // .js in dist/, .ts where tests read the sources

/** The checks of a lesson: those that lessons share, those of its exercises, and those of a student's own measurements. */
export async function lessonChecks(lesson: string): Promise<LessonChecks> {
  const root = join(__dirname, "..", "..", "..");
  const files = [
    join(root, "chapters", lesson, `index${own}`),
    join(root, "solutions", lesson, "exercises", `index${own}`),
  ].filter((file) => existsSync(file));
  const modules = await Promise.all(files.map(async (file) => (await import(file)) as object));
  return Object.assign({ ...machinery }, ...modules) as LessonChecks;
}
