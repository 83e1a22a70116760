import type { Executor, Trial } from "./executor";
import type { Attempt, JournalRun } from "./journal";
import { close, keep, type Held } from "./keep";

/** Milliseconds in which a cancelled try must have ended. */
const patience = 60_000;

/**
 * Ends a try at once. One that had come to its end just before is kept: what was measured is not made anew.
 * @returns whether it was cut short.
 * @throws one line when it does not end; it stays in the journal, and the next runner follows it.
 */
export async function endNow(
  held: Held,
  executor: Executor,
  trial: Trial,
  run: JournalRun,
  attempt: Attempt,
): Promise<boolean> {
  await executor.cancel(trial);
  const end = await executor.end(trial, AbortSignal.timeout(patience));
  if (!end)
    throw new Error(`Run ${run.number} does not end: \`./workbook experiment resume\` follows it until it does.`);
  if (end.outcome === "failed") await close(held, attempt, { outcome: "stopped", message: "ended by `stop --now`" });
  else await keep(held, run, attempt, end);
  return end.outcome === "failed";
}
