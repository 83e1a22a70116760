import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { jupyterFolder, runPython } from "../../notebooks/environment";
import { lastLines } from "../../system/execute";

const mark = z.object({
  student: z.string(),
  /** Points before the penalty for being late; `final` are those after it, at least 0. */
  score: z.number(),
  penalty: z.number(),
  final: z.number(),
  /** A person must still mark a part of it, so its points are not final. */
  needsManualGrade: z.boolean(),
  /** A newer submission than the graded one was collected. */
  handedInAgain: z.boolean(),
});

const lesson = z.object({
  name: z.string(),
  /** The most points. */
  most: z.number(),
  marks: z.array(mark),
  /** Students whose submission was collected but never graded. */
  ungraded: z.array(z.string()),
});

const schema = z.object({ lessons: z.array(lesson) });

/** One lesson of a gradebook. */
export type GradedLesson = z.infer<typeof lesson>;

/**
 * Reads a course's gradebook through nbgrader.
 * @param course the course's folder, which holds `gradebook.db`.
 * @throws one line if there is none yet, or nbgrader cannot read it.
 */
export async function readGradebook(course: string): Promise<GradedLesson[]> {
  const file = join(course, "gradebook.db");
  if (!existsSync(file)) {
    throw new Error(`There is no gradebook ${file}: grade a lesson first, or name the course's folder by --course.`);
  }
  const program = join(jupyterFolder, "grading", "marks.py");
  const { exitCode, stdout, stderr } = await runPython([program, resolve(course)], { timeout: 120_000 });
  if (exitCode !== 0)
    throw new Error(`nbgrader cannot read the gradebook ${file}: ${lastLines(stderr, 1) || "it said nothing"}.`);
  return schema.parse(JSON.parse(stdout)).lessons;
}
