import { createHash } from "node:crypto";
import { join } from "node:path";
import { readNotebook, type Notebook } from "../notebooks/notebook";
import { releaseRoot, thisRelease } from "../system/releases";
import { readExam, type Exam } from "./exam";
import { usualLimits } from "./sandbox";

/** A lesson as grading needs it. */
export interface Lesson {
  exam: Exam;
  /** The notebook that was handed out. */
  release: Notebook;
  /** The release of the workbook that all of this is from, such as 0.1.0. */
  version: string;
  /** The folder of that release. */
  root: string;
}

/** Raise this when grading itself changes, so that earlier results are graded anew. */
const VERSION = 2;

/**
 * Reads a lesson's exam and the notebook that was handed out.
 * @param version the release of the workbook that it was handed out from.
 * @throws one line when there is no such lesson, or the release is not installed.
 */
export async function readLesson(name: string, version = thisRelease): Promise<Lesson> {
  const root = releaseRoot(version);
  const exam = await readExam(name, root);
  const release = await readNotebook(join(root, "notebooks", name, `${exam.notebook}.ipynb`));
  return { exam, release, version, root };
}

/** Identifies a result, which stays valid as long as none of this changes. */
export function gradingDigest({ exam, release, version }: Lesson, submission: string): string {
  const parts = [VERSION, version, submission, exam.digest, exam.questions, release, usualLimits];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
