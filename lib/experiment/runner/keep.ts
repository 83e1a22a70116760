import { recordText } from "../../runs/record";
import { recordFile, writeJournal, type Attempt, type Journal, type JournalRun } from "./journal";
import type { Hold } from "../../system/hold";
import type { TrialEnd } from "./executor";

/** An experiment that somebody holds. */
export interface Held {
  hold: Hold;
  folder: string;
  journal: Journal;
}

/** Keeps what a try measured: first its record, then the word of it in the journal. */
export async function keep(held: Held, run: JournalRun, attempt: Attempt, end: TrialEnd): Promise<void> {
  const { hold, folder, journal } = held;
  const { outcome, message, run: record } = end;
  if (outcome !== "failed") {
    if (record) await hold.write(recordFile(folder, run), recordText(record));
    run.made ??= 1 + Math.max(0, ...journal.runs.map(({ made = 0 }) => made));
  }
  await close(held, attempt, { outcome, message });
}

/** Writes down how a try ended. */
export async function close(
  { hold, folder, journal }: Held,
  attempt: Attempt,
  { outcome, message }: Required<Pick<Attempt, "outcome" | "message">>,
): Promise<void> {
  Object.assign(attempt, { outcome, message, endedAt: new Date().toISOString() });
  await writeJournal(hold, folder, journal);
}

/** Writes down that a try never began, and never will. */
export async function closeLost(held: Held, attempt: Attempt): Promise<void> {
  await close(held, attempt, { outcome: "lost", message: "it had not begun when its runner ended" });
}
