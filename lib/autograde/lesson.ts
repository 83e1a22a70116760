import { createHash } from "node:crypto";
import { join } from "node:path";
import { readNotebook, type Notebook } from "../notebooks/notebook";
import { workbookRoot } from "../system/workbook";
import { readExam, type Exam } from "./exam";
import { usualLimits } from "./sandbox";

/** A lesson as grading needs it. */
export interface Lesson {
  exam: Exam;
  /** The notebook that was handed out. */
  release: Notebook;
}

/** Raise this when grading itself changes, so that earlier results are graded anew. */
const VERSION = 2;

/** Reads a lesson's exam and release. @throws one line when there is no such lesson. */
export async function readLesson(name: string): Promise<Lesson> {
  const exam = await readExam(name);
  const release = await readNotebook(join(workbookRoot, "notebooks", name, `${exam.notebook}.ipynb`));
  return { exam, release };
}

/** Identifies a result, which stays valid as long as none of this changes. */
export function gradingDigest({ exam, release }: Lesson, submission: string): string {
  const parts = [VERSION, submission, exam.digest, exam.questions, release, usualLimits];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
