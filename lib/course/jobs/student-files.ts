import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { z } from "zod";
import { closeRecord } from "../../jobs/collect";
import { tracesOf, tracesSchema } from "../../jobs/ending";
import { jobSchema } from "../../jobs/job";
import { journalOf, outputFile, recordOf, writeJob, type SubmittedJob } from "../../jobs/job-folder";
import { jobId } from "../../slurm/job-id";
import { jobStateSchema } from "../../slurm/job-state";
import { claim, NOBODY } from "../../system/claim";
import { makeFolders } from "../../system/folders";

// All work in a student's folder runs in the student's account. Links or pipes that the student puts there then cannot make
// another account read or write elsewhere.

/** A task in the folder of one attempt. */
export const errandSchema = z.discriminatedUnion("what", [
  /** Make the folder, and check that the job can read its data. */
  z.object({ what: z.literal("prepare"), folder: z.string(), data: z.string().optional() }),
  /** Describe the submitted job in the folder. */
  z.object({ what: z.literal("note"), folder: z.string(), id: jobId, job: jobSchema, script: z.string() }),
  /** Keep a job whose id is unknown from ever beginning. */
  z.object({ what: z.literal("disown"), folder: z.string() }),
  /** Note in the run's record how the job ended, and say what the job left. */
  z.object({
    what: z.literal("close"),
    folder: z.string(),
    id: jobId,
    job: jobSchema,
    state: jobStateSchema.optional(),
  }),
]);
export type Errand = z.infer<typeof errandSchema>;

export const errandResult = z.object({
  /** Of `disown`: the number of the job, if it has already begun. */
  begunBy: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional(),
  /** Of `close`. */
  traces: tracesSchema.optional(),
});
export type ErrandResult = z.infer<typeof errandResult>;

/** Runs an errand in this process's own account. @throws one line if it cannot write the folder or read the data. */
export async function runErrand(errand: Errand): Promise<ErrandResult> {
  const { folder } = errand;
  switch (errand.what) {
    case "prepare":
      makeFolders(folder);
      if (errand.data !== undefined) await readable(errand.data);
      return {};
    case "note":
      await writeJob(submittedAttempt(folder, errand.id, errand.job), errand.script);
      return {};
    case "disown": {
      const first = await claim(folder, NOBODY);
      return first === NOBODY ? {} : { begunBy: first };
    }
    case "close": {
      const run = await recordOf(folder).catch(() => undefined);
      const journal = await journalOf(folder);
      const job = submittedAttempt(folder, errand.id, errand.job);
      const status = { job, state: errand.state, journal, ...(run ? { run } : {}) };
      const traces = await tracesOf(status);
      await closeRecord(status);
      return { traces };
    }
  }
}

/** An attempt's job, as a description in its folder has it. */
export function submittedAttempt(folder: string, id: string, job: SubmittedJob["job"]): SubmittedJob {
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
