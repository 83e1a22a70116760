import { existsSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { describeFailure, executeNotebook, lessons, notebooksIn, readNotebook, type Notebook } from "../lib/notebooks";
import { failedCells } from "../lib/notebooks/notebook";
import { makeFolders } from "../lib/system/folders";
import { workbookRoot } from "../lib/system/workbook";
import { publicLesson, readableLines, secretLines } from "./public-lesson";
import { onStandInImages } from "./stand-in";

/** A lesson's notebook as the website shows it. */
export interface PublicLesson {
  /** The students' notebook, from the workbook's folder. */
  file: string;
  notebook: Notebook;
  /** What the website must not contain, without spaces. */
  secrets: string[];
}

/** Which lessons to show, and where they run. */
interface Publish {
  only?: readonly string[];
  runs: string;
  /** Runs them. Otherwise, a lesson has the outputs that its last run left in `runs`, or none. */
  run: boolean;
  log: (line: string) => void;
}

/** A notebook's three states: with its answers, as students have it, and with its answers after a run. */
interface Versions {
  solution: string;
  students: string;
  output: string;
}

/**
 * Runs the instructor's notebooks, on made-up images, and makes of each what everybody may read.
 * @throws what failed, when a cell of a lesson fails.
 */
export async function lessonsToPublish({ only, runs, run, log }: Publish): Promise<PublicLesson[]> {
  makeFolders(runs, 0o700); // they hold answers
  const every = await lessons();
  const opened = (await Promise.all(every.map((lesson) => notebooksOf("notebooks", lesson)))).flat();
  const readable = readableLines(await Promise.all(opened.map(readNotebook)));
  const all: PublicLesson[] = [];
  for (const lesson of only ?? every) {
    const folders = (["solutions", "notebooks"] as const).map((folder) => notebooksOf(folder, lesson));
    const [solutions, students] = await Promise.all(folders);
    for (const [place, solution] of solutions.entries()) {
      const versions = { solution, students: students[place], output: join(runs, lesson, basename(solution)) };
      const open = await readNotebook(students[place]);
      log(`${basename(solution, ".ipynb")}:`);
      all.push({
        file: relative(workbookRoot, students[place]),
        notebook: publicLesson(open, await (run ? runOf(versions, log) : lastRunOf(versions, log))),
        secrets: secretLines(await readNotebook(solution), readable),
      });
    }
  }
  return all;
}

const notebooksOf = (folder: "solutions" | "notebooks", lesson: string): Promise<string[]> =>
  notebooksIn(join(workbookRoot, folder, lesson));

async function runOf({ solution, output }: Versions, log: Publish["log"]): Promise<Notebook> {
  const how = { folder: dirname(output), output, progress: log };
  return withoutFailure((await onStandInImages(() => executeNotebook(solution, how))).notebook, solution);
}

async function lastRunOf({ students, output }: Versions, log: Publish["log"]): Promise<Notebook> {
  const hasRun = existsSync(output);
  log(hasRun ? `  with the outputs in ${output}` : "  without outputs: it has not been run");
  return withoutFailure(await readNotebook(hasRun ? output : students), output);
}

function withoutFailure(notebook: Notebook, file: string): Notebook {
  const [failure] = failedCells(notebook);
  if (failure) throw new Error(describeFailure(basename(file), failure));
  return notebook;
}
