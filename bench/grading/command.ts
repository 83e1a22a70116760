import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { whole, type FlagsOf } from "../../lib/command/values";
import { gradeClass, type GradedStudent } from "../../lib/course";
import { head, writeResult } from "../turns/result";
import { makeClass, students, type Student } from "./class";
import { resultSchema, type GradingResult } from "./result";
import { tableOf } from "./table";

const lesson = "01-one-device";

/** `bench grading`: measures how long it takes to grade a class's submissions. */
export function gradingCommand() {
  return new Command("grading")
    .description("grade a class's submissions of lesson 1: solved, half solved, blank, and one that never ends")
    .option("--students <number>", "how many submissions", whole(1), 60)
    .option("--at-once <number>", "how many are graded at a time", whole(1), 2)
    .option("--output <file>", "where the raw results go", join("results", "bench", "grading.json"))
    .action(async (flags) => {
      await benchGrading(flags);
    });
}

type Flags = FlagsOf<typeof gradingCommand>;

async function benchGrading({ students: count, atOnce, output }: Flags): Promise<void> {
  const startedAt = new Date();
  const all = students(count);
  const course = await mkdtemp(join(tmpdir(), "bench-grading-"));
  try {
    await makeClass(course, lesson, all);
    const measured = await grade(course, all, atOnce);
    const result = { ...head(startedAt), settings: { lesson, students: count, atOnce }, ...measured };
    await writeResult(output, resultSchema, result);
    console.log(tableOf(result));
    console.log(`\nRaw results: ${output}`);
    if (result.problems.length > 0) process.exitCode = 1;
  } finally {
    await rm(course, { recursive: true, force: true });
  }
}

type Measured = Pick<GradingResult, "seconds" | "submissions" | "problems">;

async function grade(course: string, all: readonly Student[], atOnce: number): Promise<Measured> {
  const kinds = new Map(all.map(({ name, kind }) => [name, kind]));
  const submissions: GradingResult["submissions"] = [];
  const problems: string[] = [];
  const start = performance.now();
  const since = (): number => (performance.now() - start) / 1000;
  const graded = (one: GradedStudent): void => {
    console.error(
      `${submissions.length + problems.length + 1} of ${all.length}: ${one.student}, ${since().toFixed(0)} s`,
    );
    if ("problem" in one) {
      problems.push(`${one.student} was not graded: ${one.problem}`);
      return;
    }
    const { marks, seconds, reasons } = one.result;
    submissions.push({
      name: one.student,
      kind: kinds.get(one.student) ?? "solved",
      sandboxSeconds: seconds,
      gradedAt: since(),
      points: marks.reduce((total, { points }) => total + points, 0),
      most: marks.reduce((total, { most }) => total + most, 0),
      reason: reasons.at(0),
    });
  };
  await gradeClass(lesson, { course, atOnce, graded });
  return { seconds: since(), submissions, problems };
}
