import { z } from "zod";

const markSchema = z.object({
  gradeId: z.string(),
  points: z.number(),
  /** The most points. */
  most: z.number(),
  /** The student reads them: for each trial, the expected value and the student's. */
  lines: z.string(),
});

/** The mark of one test cell. */
export type Mark = z.infer<typeof markSchema>;

export const resultSchema = z.object({
  student: z.string(),
  lesson: z.string(),
  /** Changes with everything that the result follows from: files, exam, release, limits. */
  digest: z.string(),
  marks: z.array(markSchema),
  /** Grade ids of written answers that a person must read. */
  written: z.array(z.string()),
  /** Lines that say what went wrong, the most important one first. */
  reasons: z.array(z.string()),
  /** Ids of the submitted run records. */
  runs: z.array(z.string()),
  /** Duration of the run in the sandbox. */
  seconds: z.number(),
});

/** The result of one submission. */
export type Result = z.infer<typeof resultSchema>;
