import { z } from "zod";
import { headSchema } from "../turns/result";
import { kinds } from "./class";

/** The raw results of `bench grading`. */
export const resultSchema = headSchema.extend({
  settings: z.object({ lesson: z.string(), students: z.number(), atOnce: z.number() }),
  /** From the first submission's reading to the last one's feedback, nbgrader's start included. */
  seconds: z.number(),
  submissions: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(kinds),
      /** In the sandbox. */
      sandboxSeconds: z.number(),
      /** When it was graded and booked, with its feedback, since grading began. */
      gradedAt: z.number(),
      points: z.number(),
      most: z.number(),
      /** What its feedback names first. */
      reason: z.string().optional(),
    }),
  ),
  /** Why submissions could not be graded. */
  problems: z.array(z.string()),
});

export type GradingResult = z.infer<typeof resultSchema>;
