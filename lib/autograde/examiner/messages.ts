import { z } from "zod";
import { resultSchema } from "../result";
import type { SandboxOutcome } from "../sandbox";
import type { FoundSubmission } from "./work";

/** What the examiner's program is asked. One submission is worked on after another; `mark` and `show` mean the one that was prepared. */
export type Question = { prepare: FoundSubmission } | { mark: SandboxOutcome | null } | { show: SandboxOutcome };

/** What it answers. Notebooks are JSON as text: whoever asked has no need to look into them. */
export const answerSchema = z.union([
  /** To `prepare`: what the sandbox is to run, or why there is nothing. */
  z.strictObject({ toRun: z.string() }),
  z.strictObject({ failure: z.string() }),
  z.strictObject({ result: resultSchema, notebook: z.string() }),
  /** To `mark`: why the run says nothing about the submission. */
  z.strictObject({ machine: z.string() }),
  z.strictObject({ shown: z.string() }),
  z.strictObject({ error: z.string() }),
]);

/** What it answers. */
export type Answer = z.infer<typeof answerSchema>;
