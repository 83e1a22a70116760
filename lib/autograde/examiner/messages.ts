import { z } from "zod";
import { resultSchema } from "../result";
import type { SandboxOutcome } from "../sandbox";
import type { FoundSubmission } from "./work";

/** A question to the examiner's program. `mark` and `show` refer to the submission prepared last. */
export type Question = { prepare: FoundSubmission } | { mark: SandboxOutcome | null } | { show: SandboxOutcome };

/** Answers. Notebooks travel as JSON text, because the asking process need not parse them. */
export const answerSchema = z.union([
  // To `prepare`: the notebook to run, or why there is none.
  z.strictObject({ toRun: z.string() }),
  z.strictObject({ failure: z.string() }),
  // To `mark`: the marks, or how the machine failed.
  z.strictObject({ result: resultSchema, notebook: z.string() }),
  z.strictObject({ machine: z.string() }),
  // To `show`.
  z.strictObject({ shown: z.string() }),
  z.strictObject({ error: z.string() }),
]);

export type Answer = z.infer<typeof answerSchema>;
