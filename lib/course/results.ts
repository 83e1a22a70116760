import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { places } from "./folder";

const markSchema = z.object({ gradeId: z.string(), points: z.number(), most: z.number(), lines: z.string() });

/** What came of one submission. */
export const resultSchema = z.object({
  student: z.string(),
  lesson: z.string(),
  /** Of all that the result follows from: files, exam, release, limits. */
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

/** Everything of the course's grading that is kept, written whole or not at all. */
export class Results {
  constructor(
    private readonly course: string,
    private readonly lesson: string,
    private readonly write: (file: string, text: string) => Promise<void>,
  ) {}

  /** Notebooks that nbgrader books: `STUDENT/LESSON/NOTEBOOK.ipynb`. */
  get handedOver(): string {
    return join(places.grading(this.course), "handed-over");
  }

  /** What came of a submission, if it is known. */
  async read(student: string): Promise<Result | undefined> {
    return resultSchema.safeParse(await json(this.file("results", student))).data;
  }

  /** Keeps a result: first what nbgrader books, a notebook's JSON, then that it is there. */
  async keep(result: Result, notebook: string, { name, timestamp, secret }: Stamps): Promise<void> {
    const folder = join(this.handedOver, result.student, this.lesson);
    await this.write(join(folder, `${name}.ipynb`), notebook);
    await this.write(join(folder, "timestamp.txt"), timestamp ?? "");
    await this.write(join(folder, "submission_secret.txt"), secret ?? "");
    await this.write(this.file("results", result.student), JSON.stringify(result));
  }

  /** Forgets a result: the submission is graded anew. */
  async forget(student: string): Promise<void> {
    await rm(this.file("results", student), { force: true });
  }

  /** What nbgrader said when it booked this very result; undefined where it has not. */
  async readBooked(result: Result): Promise<Booked | undefined> {
    const booked = bookedSchema.safeParse(await json(this.file("booked", result.student))).data;
    return booked?.of === identity(result) ? booked : undefined;
  }

  async keepBooked(result: Result, booked: Omit<Booked, "of">): Promise<void> {
    await this.write(this.file("booked", result.student), JSON.stringify({ ...booked, of: identity(result) }));
  }

  private file(kind: string, student: string): string {
    return join(places.grading(this.course), kind, this.lesson, `${student}.json`);
  }
}

/** Beside the notebook, as nbgrader has it. */
interface Stamps {
  name: string;
  timestamp?: string;
  secret?: string;
}

const bookedSchema = z.object({
  of: z.string(),
  /** Points with those given by hand, and the most there are. */
  score: z.number(),
  most: z.number(),
  /** Whether a person must still look at written answers. */
  written: z.boolean(),
  /** Seconds after the due date. */
  late: z.number(),
});

/** What nbgrader has in its gradebook for a submission. */
export type Booked = z.infer<typeof bookedSchema>;

const identity = (result: Result): string => createHash("sha256").update(JSON.stringify(result)).digest("hex");

async function json(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as unknown;
  } catch {
    return undefined; // not there yet
  }
}
