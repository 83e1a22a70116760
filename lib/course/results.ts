import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { resultSchema, type Result } from "../autograde";
import { places } from "./folder";
import { bookedSchema, type Booked } from "./nbgrader";

/** The kept files of a lesson's grading. `write` replaces a file whole or not at all. */
export class Results {
  constructor(
    private readonly course: string,
    private readonly lesson: string,
    private readonly write: (file: string, text: string) => Promise<void>,
  ) {}

  /** The folder of the notebooks for nbgrader to book: `STUDENT/LESSON/NOTEBOOK.ipynb`. */
  get handedOver(): string {
    return join(places.grading(this.course), "handed-over");
  }

  /** A student's result, if there is one. */
  async read(student: string): Promise<Result | undefined> {
    return resultSchema.safeParse(await json(this.file("results", student))).data;
  }

  /** Keeps a result. It is written last, so that wherever it exists the notebook to book (JSON) does, too. */
  async keep(result: Result, notebook: string, { name, timestamp, secret }: Stamps): Promise<void> {
    const folder = join(this.handedOver, result.student, this.lesson);
    await this.write(join(folder, `${name}.ipynb`), notebook);
    await this.write(join(folder, "timestamp.txt"), timestamp ?? "");
    await this.write(join(folder, "submission_secret.txt"), secret ?? "");
    await this.write(this.file("results", result.student), JSON.stringify(result));
  }

  /** Forgets a result, so that the submission is graded anew. */
  async forget(student: string): Promise<void> {
    await rm(this.file("results", student), { force: true });
  }

  /** What nbgrader answered when it booked exactly this result; undefined if it has not. */
  async readBooked(result: Result): Promise<Booked | undefined> {
    const kept = keptSchema.safeParse(await json(this.file("booked", result.student))).data;
    return kept?.of === identity(result) ? kept : undefined;
  }

  /** Keeps nbgrader's answer to booking a result. */
  async keepBooked(result: Result, booked: Booked): Promise<void> {
    await this.write(this.file("booked", result.student), JSON.stringify({ ...booked, of: identity(result) }));
  }

  private file(kind: string, student: string): string {
    return join(places.grading(this.course), kind, this.lesson, `${student}.json`);
  }
}

/** The notebook's name, and the contents of nbgrader's files beside it. */
interface Stamps {
  name: string;
  timestamp?: string;
  secret?: string;
}

/** Nbgrader's answer, and the digest `of` the result that it booked. */
const keptSchema = bookedSchema.extend({ of: z.string() });

const identity = (result: Result): string => createHash("sha256").update(JSON.stringify(result)).digest("hex");

async function json(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as unknown;
  } catch {
    return undefined; // not there yet
  }
}
