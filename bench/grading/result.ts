import { z } from "zod";
import { headSchema } from "../turns/result";
import { kinds } from "./class";

/** The raw results of `bench grading`. */
export const resultSchema = headSchema.extend({
  settings: z.object({ lesson: z.string(), students: z.number(), atOnce: z.number() }),
  /** From reading the first submission to the last one's feedback, nbgrader's start included. */
  seconds: z.number(),
  submissions: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(kinds),
      /** The time in the sandbox. */
      sandboxSeconds: z.number(),
      /** The time from the start of grading to this submission's marks and feedback. */
      gradedAt: z.number(),
      points: z.number(),
      most: z.number(),
      /** The first reason in its feedback. */
      reason: z.string().optional(),
    }),
  ),
  /** Why submissions could not be graded. */
  problems: z.array(z.string()),
});

export type GradingResult = z.infer<typeof resultSchema>;
