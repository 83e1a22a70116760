import { rangeOf } from "../turns/statistics";
import { aligned, range } from "../turns/text";
import { kinds } from "./class";
import type { GradingResult } from "./result";

/** The result as text: the class, then a line for each kind of submission. */
export function tableOf({ settings, machine, seconds, submissions, problems }: GradingResult): string {
  const { lesson, students, atOnce } = settings;
  const rows = kinds.flatMap((kind) => {
    const some = submissions.filter((submission) => submission.kind === kind);
    if (some.length === 0) return [];
    const points = range(rangeOf(some.map((each) => each.points)), 2);
    return [[kind, String(some.length), range(rangeOf(some.map((each) => each.sandboxSeconds)), 1), points]];
  });
  const each = (seconds / Math.max(1, submissions.length)).toFixed(1);
  return [
    `${students} submissions of ${lesson}, ${atOnce} at a time; ${machine.processor}, ${machine.cores} cores`,
    `graded in ${(seconds / 60).toFixed(1)} minutes: a submission every ${each} s, with its booking and feedback`,
    "",
    "seconds in the sandbox and points: the median (least to most)",
    ...aligned([["", "submissions", "s in the sandbox", "points"], ...rows]),
    ...problems,
  ].join("\n");
}
