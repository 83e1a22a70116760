import { readFile } from "node:fs/promises";
import type { SubmittedFile } from "../autograde/intake";
import type { Result } from "./results";

/** The most of a submission's records that is looked at. */
const most = { files: 400, bytes: 20_000_000 };

/** The ids of the run records among a submission's files, each once. */
export async function runsIn(files: readonly SubmittedFile[]): Promise<string[]> {
  const records = files.filter(({ path, bytes }) => /^results\/.*\.json$/.test(path) && bytes <= most.bytes);
  const ids = new Set<string>();
  for (const { from } of records.slice(0, most.files)) {
    const id = idOf(await readFile(from, "utf8").catch(() => ""));
    if (id !== undefined) ids.add(id);
  }
  return [...ids].sort();
}

/** Of a record that is itself whole; a run's id holds no blanks. */
function idOf(text: string): string | undefined {
  try {
    const record = JSON.parse(text) as unknown;
    if (typeof record !== "object" || record === null || !("id" in record) || !("epochs" in record)) return undefined;
    return typeof record.id === "string" && /^[\w.:+-]{4,200}$/.test(record.id) ? record.id : undefined;
  } catch {
    return undefined;
  }
}

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
