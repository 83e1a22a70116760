import { createHash } from "node:crypto";
import { join } from "node:path";
import { readExam, type Exam } from "../autograde/exam";
import { usualLimits, type Limits } from "../autograde/sandbox";
import { readNotebook, type Notebook } from "../notebooks/notebook";
import { workbookRoot } from "../system/workbook";

/** What submissions of a lesson are graded by. */
export interface Lesson {
  exam: Exam;
  /** What was handed out. */
  release: Notebook;
  limits: Limits;
}

/** Raised when grading itself changes, so that what was graded before is graded anew. */
const VERSION = 1;

/** Reads what submissions of a lesson are graded by. @throws one line when there is no such lesson. */
export async function readLesson(name: string, limits: Limits = usualLimits): Promise<Lesson> {
  const exam = await readExam(name);
  const release = await readNotebook(join(workbookRoot, "notebooks", name, `${exam.notebook}.ipynb`));
  return { exam, release, limits };
}

/** What a result is known by: it holds as long as none of this changes. */
export function gradingDigest({ exam, release, limits }: Lesson, submission: string): string {
  const parts = [VERSION, submission, exam.digest, exam.questions, release, limits];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
