import { z } from "zod";

const markSchema = z.object({
  gradeId: z.string(),
  points: z.number(),
  /** The most it could have given. */
  most: z.number(),
  /** What the student reads: trial by trial, what was expected and what came. */
  lines: z.string(),
});

/** What a test cell gives a submission. */
export type Mark = z.infer<typeof markSchema>;

/** What came of one submission. */
export const resultSchema = z.object({
  student: z.string(),
  lesson: z.string(),
  /** Changes whenever something changes that the result follows from: files, exam, release, limits. */
  digest: z.string(),
  marks: z.array(markSchema),
  /** Written answers that a person must look at, by grade id. */
  written: z.array(z.string()),
  /** What went wrong, in lines; the first is the most important one. */
  reasons: z.array(z.string()),
  /** Ids of the run records that were handed in. */
  runs: z.array(z.string()),
  /** How long the sandbox took. */
  seconds: z.number(),
});

/** What came of one submission. */
export type Result = z.infer<typeof resultSchema>;
