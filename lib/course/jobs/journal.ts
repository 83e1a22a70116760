import { join } from "node:path";
import { z } from "zod";
import { readChecked } from "../../system/checked-json";
import { refuseForeign } from "../../system/own-folder";
import { attemptSchema, countedAttempts, unfinishedAttempt } from "../../jobs/attempts";
import { jobSchema } from "../../jobs/job";

const seconds = z.number().int().nonnegative();

/** `lost`: it was never submitted and took nothing. */
const attempt = attemptSchema(["done", "failed", "cancelled", "lost"]).extend({
  /** The job's name in Slurm, which is unique. */
  name: z.string(),
  /** The most device-seconds that it can take; `took` are those that it did, once it has ended. */
  worst: seconds,
  took: seconds.optional(),
  /** `job` is what a student's folder says, since sbatch's answer was lost: the worst case is booked. */
  found: z.boolean().optional(),
});

const schema = z.object({
  schema: z.literal(1),
  /** Six random hexadecimal digits. */
  id: z.string(),
  /** Each student's job, except for its name. */
  job: jobSchema,
  /** Device-seconds. */
  budget: seconds,
  begunAt: z.iso.datetime(),
  students: z.array(
    z.object({
      student: z.string(),
      /** The Unix account that runs the job; undefined: the submitter's own. */
      account: z.string().optional(),
      /** See {@link countedAttempts}. */
      forgiven: z.number().optional(),
      attempts: z.array(attempt),
    }),
  ),
});

/** Everything known of a class's task. */
export type ClassJournal = z.infer<typeof schema>;
/** One student's attempts. */
export type ClassStudent = ClassJournal["students"][number];
/** One attempt at one student's job. */
export type ClassAttempt = ClassStudent["attempts"][number];

/** The journal's folder, beside the students' folders, which nobody else can read. No student has such a name. */
export const journalFolder = (out: string): string => join(out, ".class");

export const journalFile = (out: string): string => join(journalFolder(out), "journal.json");

/**
 * Reads the journal of a class's task, which nobody but this account and root may be able to write.
 * @returns undefined if nothing has begun.
 * @throws one line if the folder is not safe to work in, or the file is no journal.
 */
export async function readClassJournal(out: string): Promise<ClassJournal | undefined> {
  await refuseForeign(out);
  const file = journalFile(out);
  return readChecked(
    file,
    schema,
    (what) => new Error(`${file} is damaged (${what}): bring it back from a copy, or name another folder by --out.`),
  );
}

/** Whether a student's job has succeeded. */
export function isDone({ attempts }: ClassStudent): boolean {
  return attempts.some(({ outcome }) => outcome === "done");
}

/** Whether a student needs a job: none is under way, none has succeeded, and no failure counts against another try. */
export function isWanted(student: ClassStudent): boolean {
  if (unfinishedAttempt(student) || isDone(student)) return false;
  return countedAttempts(student).every(({ outcome }) => outcome === "lost");
}

/** The folder of one attempt, in the student's folder. */
export function attemptFolderOf(
  out: string,
  { job }: Pick<ClassJournal, "job">,
  student: string,
  number: number,
): string {
  return join(out, student, `${job.name}-${number}`);
}
