import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { collectLesson, makeCourse, releaseLesson } from "../../lib/course";
import { temporaryFolder } from "../temporary";
import { filledIn, lessonOne } from "./class";

const { lesson } = lessonOne;

/** As nbgrader writes times. */
export const written = (time: number): string => new Date(time).toISOString().replace("T", " ").replace("Z", "000 UTC");

/** A course of one lesson and a class of one, who runs the tests. */
export class ExchangeCourse {
  readonly student = userInfo().username;
  /** Where students hand in. */
  readonly inbound: string;

  /** @param folder holds the course and the exchange folder */
  private constructor(
    readonly folder: string,
    readonly course: string,
  ) {
    this.inbound = join(folder, "exchange", "parallel-training", "inbound");
  }

  /** Hands the lesson out, unless `released` is false. */
  static async open(name: string, { released = true } = {}): Promise<ExchangeCourse> {
    const folder = temporaryFolder(name);
    const course = join(folder, "course");
    await makeCourse(course, { exchange: join(folder, "exchange") });
    if (released) await releaseLesson(course, lesson);
    return new ExchangeCourse(folder, course);
  }

  /** Nobody has handed in. */
  empty(): void {
    // Node does not remove what has a longer path than the system takes.
    execFileSync("rm", ["-rf", join(this.course, "submitted"), this.inbound]);
    mkdirSync(this.inbound);
  }

  /** What `nbgrader submit` leaves in the exchange folder, said to be of a time. @returns its folder */
  submit(time: number, answers = {}): string {
    return this.submitAs(`${this.student}+${lesson}+${written(time)}+x`, answers);
  }

  /** The same in a folder of this name, which holds somebody's name, the lesson's and a time. */
  submitAs(name: string, answers = {}): string {
    const entry = join(this.inbound, name);
    mkdirSync(entry);
    writeFileSync(join(entry, "one-device.ipynb"), JSON.stringify(filledIn(lessonOne, answers)));
    writeFileSync(join(entry, "timestamp.txt"), name.split("+")[2]);
    writeFileSync(join(entry, "submission_secret.txt"), "5ecret");
    return entry;
  }

  /** Collects. @param meanwhile Python that changes collecting @returns what it said. */
  async collect(meanwhile = ""): Promise<string[]> {
    const settings = join(this.course, "nbgrader_config.py");
    const own = readFileSync(settings, "utf8");
    writeFileSync(settings, `${own}\n${meanwhile}\n`);
    try {
      return (await collectLesson(this.course, lesson)).lines;
    } finally {
      writeFileSync(settings, own);
    }
  }

  /** A path in what was collected. */
  collected(...names: string[]): string {
    return join(this.course, "submitted", this.student, lesson, ...names);
  }

  /** The hand-in time that marks will be by, in ms. @throws where it is not written as nbgrader writes times. */
  counted(): number {
    const text = readFileSync(this.collected("timestamp.txt"), "utf8");
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6} UTC$/.test(text)) throw new Error(`${text} is no time of nbgrader's`);
    return Date.parse(text.replace(" UTC", "Z"));
  }
}
