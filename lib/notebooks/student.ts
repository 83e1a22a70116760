import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jupyterEnvironment, nbgraderSettings, notebookPython, quickNbgrader } from "./environment";
import { makeFolders } from "../system/folders";

/**
 * Makes the students' notebooks of a lesson from the instructor's, with nbgrader: solutions become stubs, hidden tests and
 * outputs are removed.
 * @param solutions The folder of the instructor's notebooks.
 * @param lesson The lesson's name, which is nbgrader's assignment.
 * @param target The folder to write; it is emptied first.
 * @throws with nbgrader's message when a notebook cannot be converted.
 */
export async function generateNotebooks(solutions: string, lesson: string, target: string): Promise<void> {
  await inTemporaryCourse(solutions, lesson, async (released) => {
    await rm(target, { recursive: true, force: true });
    makeFolders(target);
    await cp(released, target, { recursive: true });
  });
}

/** The files of a lesson's students' folder that differ from those its solutions would give; empty when it is up to date. */
export async function outdatedNotebooks(solutions: string, lesson: string, target: string): Promise<string[]> {
  return inTemporaryCourse(solutions, lesson, async (released) => {
    const names = new Set([...(await files(released)), ...(await files(target))]);
    const differ = await Promise.all(
      [...names].sort().map(async (name) => {
        const [made, present] = await Promise.all([text(join(released, name)), text(join(target, name))]);
        return made === present ? [] : [name];
      }),
    );
    return differ.flat();
  });
}

/** Has nbgrader convert a lesson. It needs a course's folder, which is removed after `use`. */
async function inTemporaryCourse<T>(
  solutions: string,
  lesson: string,
  use: (released: string) => Promise<T>,
): Promise<T> {
  const course = await mkdtemp(join(tmpdir(), "parallel-training-"));
  try {
    await cp(solutions, join(course, "source", lesson), {
      recursive: true,
      filter: (path) => !/[\\/](\.ipynb_checkpoints|results)$/.test(path),
    });
    await writeFile(join(course, "nbgrader_config.py"), nbgraderSettings());
    const { execa } = await import("execa");
    const { exitCode, stderr } = await execa(
      notebookPython(),
      [quickNbgrader, "generate_assignment", lesson, "--no-db", "--force", "--log-level=WARN"],
      { env: { ...jupyterEnvironment(), HOME: course }, cwd: course, reject: false },
    );
    if (exitCode !== 0) throw new Error(`nbgrader could not convert ${lesson}:\n${stderr.trim()}`);
    return await use(join(course, "release", lesson));
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
