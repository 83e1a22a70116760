import { existsSync } from "node:fs";
import { extname, join } from "node:path";
import { workbookRoot } from "../../system/workbook";

/** What a lesson's test cells call besides the student's functions, by name. */
export type LessonChecks = Readonly<Record<string, unknown>>;

/** This installation's compiled programs, or its sources where tests read those. */
const own = join(__dirname, "..", "..", "..");

/**
 * The checks of a lesson: those that lessons share, those of its exercises, and those of a student's own measurements.
 * @param root the folder of the release that the lesson was handed out from. In 0.1.0, all checks were among the shared ones.
 */
export async function lessonChecks(lesson: string, root = workbookRoot): Promise<LessonChecks> {
  const [folder, extension] = root === workbookRoot ? [own, extname(__filename)] : [join(root, "dist"), ".js"];
  const rooms = [join("lib", "checks"), join("chapters", lesson), join("solutions", lesson, "exercises")];
  const files = rooms.map((room) => join(folder, room, `index${extension}`)).filter((file) => existsSync(file));
  const modules = await Promise.all(files.map(async (file) => (await import(file)) as object));
  return Object.assign({}, ...modules) as LessonChecks;
}
