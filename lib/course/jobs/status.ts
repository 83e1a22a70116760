import { sum } from "simple-statistics";
import { unfinishedAttempt } from "../../jobs/attempts";
import { hasEnded, isWaiting, jobState } from "../../slurm/job-state";
import { waitsFor } from "../../slurm/reasons";
import { textTable } from "../../system/text-table";
import { inHours } from "./budget";
import { isWanted, readClassJournal, type ClassStudent } from "./journal";
import { balance } from "./class-plan";

/**
 * A table of a class's jobs, with the state of the budget below.
 * @throws one line if nothing has begun in the folder.
 */
export async function classStatus(out: string): Promise<string> {
  const journal = await readClassJournal(out);
  if (!journal) throw new Error(`Nothing has begun in ${out}: name the folder by --out, or begin without --status.`);
  const lines: string[][] = [["student", "job", "state", "device-hours", ""]];
  for (const student of journal.students) {
    const last = student.attempts.at(-1);
    const taken = sum(student.attempts.map(({ took = 0 }) => took));
    const message = unfinishedAttempt(student) ? "" : (last?.message ?? "");
    lines.push([student.student, last?.job ?? "-", await stateOf(student), inHours(taken), message]);
  }
  const { budget, taken, reserved, left } = balance(journal);
  return [
    ...textTable(lines),
    `Budget ${inHours(budget)} device-hours: ${inHours(taken)} taken, ${inHours(reserved)} reserved for jobs that have not ended, ` +
      `${inHours(Math.max(0, left))} left`,
  ].join("\n");
}

async function stateOf(student: ClassStudent): Promise<string> {
  const attempt = unfinishedAttempt(student);
  if (!attempt) return isWanted(student) ? "not begun" : (student.attempts.at(-1)?.outcome ?? "not begun");
  if (attempt.job === undefined) return "being submitted";
  const state = await jobState(attempt.job);
  if (!state) return "Slurm does not answer";
  if (isWaiting(state)) return `waits, ${waitsFor(state.reason)}`;
  return hasEnded(state) ? `ended (${state.state}), not booked yet` : `runs on ${state.nodes}`;
}
