import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { z } from "zod";
import { closeRecord } from "../../jobs/collect";
import { jobSchema } from "../../jobs/job";
import { journalOf, outputFile, recordOf, writeJob, type SubmittedJob } from "../../jobs/job-folder";
import { claim, NOBODY } from "../../system/claim";

// Everything that is done in a student's folder: in the student's account, so that nothing that the student puts there, a
// link or a pipe, makes anybody else's account read or write elsewhere.

const state = z.object({
  state: z.string(),
  reason: z.string(),
  nodes: z.string(),
  exitCode: z.number(),
  signal: z.number(),
  restarts: z.number(),
});

/** What to do in the folder of one attempt. */
export const errand = z.discriminatedUnion("what", [
  /** Make the folder, and see that the job can read its data. */
  z.object({ what: z.literal("prepare"), folder: z.string(), data: z.string().optional() }),
  /** Write down what was submitted. */
  z.object({ what: z.literal("note"), folder: z.string(), id: z.string(), job: jobSchema, script: z.string() }),
  /** Decide that a job of which nobody knows will not begin any more. */
  z.object({ what: z.literal("disown"), folder: z.string() }),
  /** Say in the run's record how the job ended. */
  z.object({ what: z.literal("close"), folder: z.string(), id: z.string(), job: jobSchema, state: state.optional() }),
]);
export type Errand = z.infer<typeof errand>;

/** What an errand brings back. */
export const errandResult = z.object({
  /** Of `disown`: Slurm's number of the job that has begun already. */
  begunBy: z.string().max(40).optional(),
  /** Of `close`: whether the training came to its end, and in one line how. */
  done: z.boolean().optional(),
  message: z.string().optional(),
});
export type ErrandResult = z.infer<typeof errandResult>;

/** Runs an errand in this process's own account. @throws one line when the folder cannot be written, or data be read. */
export async function runErrand(given: Errand): Promise<ErrandResult> {
  const { folder } = given;
  switch (given.what) {
    case "prepare":
      await mkdir(folder, { recursive: true });
      if (given.data !== undefined) await readable(given.data);
      return {};
    case "note":
      await writeJob(submitted(folder, given.id, given.job), given.script);
      return {};
    case "disown": {
      const first = await claim(folder, NOBODY);
      return first === NOBODY ? {} : { begunBy: first };
    }
    case "close": {
      const run = await recordOf(folder).catch(() => undefined);
      const journal = await journalOf(folder);
      const { done, message } = await closeRecord({
        ...{ job: submitted(folder, given.id, given.job), state: given.state, journal },
        ...(run ? { run } : {}),
      });
      return { done, message };
    }
  }
}

function submitted(folder: string, id: string, job: SubmittedJob["job"]): SubmittedJob {
  return { schema: 1, ids: [id], job, folder, output: outputFile(folder, job.name, id) };
}

async function readable(data: string): Promise<void> {
  await access(data, constants.R_OK | constants.X_OK).catch(() => {
    throw new Error(
      `it cannot read the datasets in ${data}: put them where the whole class can, and name that folder as "dataFolder" in ` +
        "slurm/site.json",
    );
  });
}
