import { constants, existsSync } from "node:fs";
import { access, readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { writeWhole } from "../system/atomic";
import { makeFolders } from "../system/folders";
import { workbookRoot } from "../system/workbook";

/**
 * The folder that JupyterLab opens: `notebooks/`, or, where the installation is shared and read-only, the user's own copy in
 * `~/parallel-training`. New lessons are added to the copy; existing files are never changed.
 */
export async function openedFolder({ installation = workbookRoot, home = homedir() } = {}): Promise<string> {
  const notebooks = join(installation, "notebooks");
  if (await isWritable(notebooks)) return notebooks;
  const own = join(home, "parallel-training");
  await copyMissing(notebooks, own);
  return own;
}

/** The closed part of a lesson, should it ever get among the students' notebooks: jupyter/nbgrader_config.py keeps it away. */
const closedNames = ["lesson.md", "exercises"];

/** @throws one line when a folder of students' notebooks holds a part that is closed to them. */
export function refuseClosed(folder: string): void {
  const closed = closedNames.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (closed !== undefined) throw new Error(`${closed} holds answers: run \`npm run notebooks\`, which removes it.`);
}

async function copyMissing(from: string, to: string): Promise<void> {
  makeFolders(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (closedNames.includes(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyMissing(source, target);
    else if (entry.isFile() && !(await exists(target))) {
      await writeWhole(target, await readFile(source), { mode: 0o644 }); // half a file would never be completed
    }
  }
}

const exists = (path: string) => allows(path, constants.F_OK);
const isWritable = (path: string) => allows(path, constants.W_OK);

const allows = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );
