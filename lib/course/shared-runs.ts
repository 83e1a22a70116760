import type { Result } from "../autograde";

/** Lines for the instructor that name runs which several students have handed in. */
export function sharedRuns(results: readonly Result[]): string[] {
  const students = new Map<string, string[]>();
  for (const { student, runs } of results) {
    for (const run of runs) students.set(run, [...(students.get(run) ?? []), student]);
  }
  const groups = new Map<string, string[]>();
  for (const [run, owners] of students) {
    const names = owners.join(", ");
    if (owners.length > 1) groups.set(names, [...(groups.get(names) ?? []), run]);
  }
  return [...groups].map(([names, runs]) => {
    const [first, ...others] = runs;
    return `The same ${others.length > 0 ? `${runs.length} runs` : "run"} in the submissions of ${names}: ${first}${others.length > 0 ? ", ..." : ""}`;
  });
}
