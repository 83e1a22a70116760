import { join } from "node:path";
import { z } from "zod";
import { readChecked } from "../../system/checked-json";
import { refuseForeign } from "../../system/own-folder";
import { attemptSchema, countedAttempts, openAttempt } from "../../jobs/attempts";
import { jobSchema } from "../../jobs/job";

const seconds = z.number().int().nonnegative();

/** `lost`: it was never submitted, and took nothing. */
const attempt = attemptSchema(["done", "failed", "cancelled", "lost"]).extend({
  /** Slurm's name of the job, which no other one has. */
  name: z.string(),
  /** Device-seconds at worst, and in fact once it has ended. */
  worst: seconds,
  took: seconds.optional(),
});

const schema = z.object({
  schema: z.literal(1),
  /** Six digits that no other class run has. */
  id: z.string(),
  /** What each student's job is, but for its name. */
  job: jobSchema,
  /** Device-seconds. */
  budget: seconds,
  begunAt: z.iso.datetime(),
  students: z.array(
    z.object({
      student: z.string(),
      /** The Unix account that runs the job; undefined: that of the one who submits. */
      account: z.string().optional(),
      /** See {@link countedAttempts}. */
      forgiven: z.number().optional(),
      attempts: z.array(attempt),
    }),
  ),
});

/** All that is known of a task that runs for a class. */
export type ClassJournal = z.infer<typeof schema>;
/** One student's attempts. */
export type ClassStudent = ClassJournal["students"][number];
/** One attempt at one student's job. */
export type ClassAttempt = ClassStudent["attempts"][number];

/** Where the journal is: beside the students' folders, and nobody else's to read. No student has such a name. */
export const journalFolder = (out: string): string => join(out, ".class");

/** The journal itself. */
export const journalFile = (out: string): string => join(journalFolder(out), "journal.json");

/**
 * Reads what is known of a class's task. Nobody but this account and root may have been able to write it.
 * @returns undefined where nothing has begun.
 * @throws one line when the folder is not safe to work in, or the file is no journal.
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

/** Whether a student's job has come to its end. */
export function isDone({ attempts }: ClassStudent): boolean {
  return attempts.some(({ outcome }) => outcome === "done");
}

/** Whether a student's job is to be begun: none has ended that counts, and none goes on. */
export function isWanted(student: ClassStudent): boolean {
  if (openAttempt(student) || isDone(student)) return false;
  return countedAttempts(student).every(({ outcome }) => outcome === "lost");
}

/** The folder of one attempt, in the student's own. */
export function attemptFolderOf(
  out: string,
  { job }: Pick<ClassJournal, "job">,
  student: string,
  number: number,
): string {
  return join(out, student, `${job.name}-${number}`);
}
