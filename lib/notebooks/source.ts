import { cp, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { writeWhole } from "../system/atomic";
import { makeFolders } from "../system/folders";
import { counted } from "../system/words";
import { workbookRoot } from "../system/workbook";
import { chapters } from "../jobs/chapters";
import { jupyterEnvironment, jupyterFolder, notebookPython } from "./environment";
import { numbersModule, type LessonNumbers } from "./numbers";
import { lessonWork } from "./work";

/** Texts by the files that should hold them; paths are absolute or begin at the workbook. */
export type Texts = ReadonlyMap<string, string>;

/** What to do about a notebook that is not what its source gives. */
export const remedy =
  "Run `npm run notebooks`, or `npm run notebooks -- --from-notebooks` if you edited the notebook and not lesson.md.";

/**
 * Compares the instructor's notebooks with their lessons' sources, which are `lesson.md` beside them and their numbers.
 * @param make What follows from the other: `notebook` from the source, or `source` from the notebook, without its outputs.
 * @param folders The lessons' folders, absolute or from the workbook.
 * @returns the files that are not what they should be, with the right texts.
 * @throws a line for each folder in which something would be lost; it says where, and what to do.
 */
export async function outdatedFiles(make: "notebook" | "source", folders: readonly string[]): Promise<Texts> {
  const { execa } = await import("execa");
  const numbers: Record<string, LessonNumbers> = {};
  for (const folder of folders)
    numbers[folder] = { ...(await (await numbersModule(folder))?.numbers()), ...(await workNumbers(folder)) };
  const { exitCode, stdout, stderr } = await execa(
    notebookPython(),
    [join(jupyterFolder, "lesson_source.py"), make, ...folders],
    { env: jupyterEnvironment(), cwd: workbookRoot, reject: false, input: JSON.stringify(numbers) },
  );
  if (exitCode !== 0) throw new Error(stderr.trim());
  const made = Object.entries(JSON.parse(stdout) as Record<string, string>);
  const present = await Promise.all(
    made.map(([file]) => readFile(resolve(workbookRoot, file), "utf8").catch(() => undefined)),
  );
  return new Map(made.filter(([, text], index) => text !== present[index]));
}

/** In lesson.md, `{{work.hours}}` and `{{work.core}}` stand for the hours of the whole lesson and of the core path. */
async function workNumbers(folder: string): Promise<LessonNumbers> {
  const source = await readFile(resolve(workbookRoot, folder, "lesson.md"), "utf8").catch(() => "");
  const chapter = chapters().get(basename(folder));
  if (!chapter || !source.includes("{{work.")) return {};
  const { all, core } = lessonWork(source, chapter.runAll);
  const known: LessonNumbers = { hours: counted(all.hours, "hour"), core: counted(core.hours, "hour") };
  const work = Object.fromEntries(Object.entries(known).filter(([name]) => source.includes(`{{work.${name}`)));
  return { work };
}

/**
 * Writes files. What stood there may hold somebody's work that is nowhere else.
 * @param keep The folder that it is copied to.
 * @returns a line for each file, with the place of the copy.
 */
export async function replaceFiles(texts: Texts, keep: string): Promise<string[]> {
  const lines: string[] = [];
  for (const [file, text] of texts) {
    const path = resolve(workbookRoot, file);
    const copy = join(keep, basename(dirname(path)), basename(path));
    makeFolders(dirname(resolve(workbookRoot, copy)), 0o700); // solutions/ is closed to students, and so are copies of it
    const isKept = await cp(path, resolve(workbookRoot, copy)).then(
      () => true,
      (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
        throw error;
      },
    );
    await writeWhole(path, text);
    lines.push(`${file}: written${isKept ? `; what stood there before is in ${copy}` : ""}`);
  }
  return lines;
}
