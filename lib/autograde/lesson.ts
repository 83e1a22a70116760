import { createHash } from "node:crypto";
import { join } from "node:path";
import { readNotebook, type Notebook } from "../notebooks/notebook";
import { workbookRoot } from "../system/workbook";
import { readExam, type Exam } from "./exam";
import { usualLimits } from "./sandbox";

/** What submissions of a lesson are graded by. */
export interface Lesson {
  exam: Exam;
  /** What was handed out. */
  release: Notebook;
}

/** This number is raised when grading itself changes, so that what was graded before is graded anew. */
const VERSION = 1;

/** Reads what submissions of a lesson are graded by. @throws one line when there is no such lesson. */
export async function readLesson(name: string): Promise<Lesson> {
  const exam = await readExam(name);
  const release = await readNotebook(join(workbookRoot, "notebooks", name, `${exam.notebook}.ipynb`));
  return { exam, release };
}

/** What a result is known by: it holds as long as none of this changes. */
export function gradingDigest({ exam, release }: Lesson, submission: string): string {
  const parts = [VERSION, submission, exam.digest, exam.questions, release, usualLimits];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
