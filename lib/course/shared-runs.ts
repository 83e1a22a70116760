import type { Result } from "../autograde";

/** Runs that more than one student has handed in as their own, in lines for the instructor. */
export function sharedRuns(results: readonly Result[]): string[] {
  const students = new Map<string, string[]>();
  for (const { student, runs } of results) {
    for (const run of runs) students.set(run, [...(students.get(run) ?? []), student]);
  }
  const groups = new Map<string, string[]>();
  for (const [run, who] of students) {
    if (who.length > 1) groups.set(who.join(", "), [...(groups.get(who.join(", ")) ?? []), run]);
  }
  return [...groups].map(([who, runs]) => {
    const [first, ...others] = runs;
    return `The same ${others.length > 0 ? `${runs.length} runs` : "run"} in the submissions of ${who}: ${first}${others.length > 0 ? ", ..." : ""}`;
  });
}
