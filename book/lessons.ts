import { basename, join, relative } from "node:path";
import { describeFailure, executeNotebook, lessons, notebooksIn, readNotebook, type Notebook } from "../lib/notebooks";
import { workbookRoot } from "../lib/system/workbook";
import { publicLesson, secretLines } from "./public-lesson";
import { onStandInImages } from "./stand-in";
import { makeFolders } from "../lib/system/folders";

/** A lesson's notebook as the website shows it. */
export interface PublicLesson {
  /** The students' notebook, from the workbook's folder. */
  file: string;
  notebook: Notebook;
  /** What the website must not contain, without spaces. */
  secrets: string[];
}

/** Which lessons to run, and where. */
interface Publish {
  only?: readonly string[];
  runs: string;
  log: (line: string) => void;
}

/**
 * Runs the instructor's notebooks, on made-up images, and makes of each what everybody may read.
 * @throws what failed, when a cell of a lesson fails.
 */
export async function lessonsToPublish({ only, runs, log }: Publish): Promise<PublicLesson[]> {
  const all: PublicLesson[] = [];
  makeFolders(runs, 0o700); // they hold answers
  for (const lesson of only ?? (await lessons())) {
    const [solutions, students] = await Promise.all(
      ["solutions", "notebooks"].map((folder) => notebooksIn(join(workbookRoot, folder, lesson))),
    );
    for (const [place, solution] of solutions.entries()) {
      log(`${basename(solution, ".ipynb")}:`);
      const open = await readNotebook(students[place]);
      const folder = join(runs, lesson);
      const output = join(folder, basename(solution));
      const executed = await onStandInImages(() => executeNotebook(solution, { folder, output, progress: log }));
      const [failure] = executed.failed;
      if (failure) throw new Error(describeFailure(basename(solution), failure));
      all.push({
        file: relative(workbookRoot, students[place]),
        notebook: publicLesson(open, executed.notebook),
        secrets: secretLines(await readNotebook(solution), open),
      });
    }
  }
  return all;
}
