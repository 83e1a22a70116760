import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jupyterEnvironment, nbgraderSettings, quickNbgrader, runPython } from "./environment";
import { makeFolders } from "../system/folders";

/** A lesson and its folders. */
export interface LessonFolders {
  /** The lesson's name, which is nbgrader's assignment. */
  lesson: string;
  /** The folder of the instructor's notebooks. */
  solutions: string;
  /** The folder of the students' notebooks. */
  target: string;
}

/**
 * Makes the students' notebooks of lessons from the instructor's, with nbgrader: solutions become stubs, hidden tests and
 * outputs are removed. The students' folders are emptied first.
 * @throws with nbgrader's message when a notebook cannot be converted.
 */
export async function generateNotebooks(lessons: readonly LessonFolders[]): Promise<void> {
  await inTemporaryCourse(lessons, async (released) => {
    for (const { lesson, target } of lessons) {
      await rm(target, { recursive: true, force: true });
      makeFolders(target);
      await cp(join(released, lesson), target, { recursive: true });
    }
  });
}

/** The files `LESSON/FILE` of students' folders that differ from those the solutions would give; empty when they are up to date. */
export async function outdatedNotebooks(lessons: readonly LessonFolders[]): Promise<string[]> {
  return inTemporaryCourse(lessons, async (released) => {
    const differ = await Promise.all(
      lessons.map(async ({ lesson, target }) => {
        const made = join(released, lesson);
        const names = [...new Set([...(await files(made)), ...(await files(target))])].sort();
        const same = await Promise.all(
          names.map(async (name) => (await text(join(made, name))) === (await text(join(target, name)))),
        );
        return names.filter((_, index) => !same[index]).map((name) => join(lesson, name));
      }),
    );
    return differ.flat();
  });
}

/** Has nbgrader convert lessons. It needs a course's folder, which is removed after `use`. */
async function inTemporaryCourse<T>(
  lessons: readonly LessonFolders[],
  use: (released: string) => Promise<T>,
): Promise<T> {
  const course = await mkdtemp(join(tmpdir(), "parallel-training-"));
  try {
    for (const { lesson, solutions } of lessons) {
      await cp(solutions, join(course, "source", lesson), {
        recursive: true,
        filter: (path) => !/[\\/](\.ipynb_checkpoints|results)$/.test(path),
      });
    }
    await writeFile(join(course, "nbgrader_config.py"), nbgraderSettings());
    // All lessons at once: nbgrader takes longer to start than to convert one.
    const words = [quickNbgrader, "generate_assignment", "*", "--no-db", "--force", "--log-level=WARN"];
    const env = { ...jupyterEnvironment(), HOME: course };
    const { exitCode, stderr } = await runPython(words, { cwd: course, env });
    if (exitCode !== 0)
      throw new Error(
        `nbgrader could not convert ${lessons.map(({ lesson }) => lesson).join(", ")}:\n${stderr.trim()}`,
      );
    return await use(join(course, "release"));
  } finally {
    await rm(course, { recursive: true, force: true });
  }
}

async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !/(\.ipynb_checkpoints|[\\/]results)([\\/]|$)/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function text(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}
