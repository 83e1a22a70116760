import type { Design } from "../design";
import { executorFor } from "./executor";
import { readJournal, writeJournal } from "./journal";
import { holdExperiment, whoRuns } from "./lock";
import { openAttempt } from "./state";
import { requestStop } from "./stop";
import { trialOf } from "./trial";

/** What stopping did: asked a runner, ended the run of one that is gone, left that run alone, or found nothing to do. */
export type Stopped = "asked" | "cancelled" | "runs on" | "nothing";

/**
 * Ends an experiment's runner: after the run that goes on, or with it. Where the runner is gone, `now` ends the run that it
 * left behind.
 */
export async function stopExperiment(design: Design, folder: string, now: boolean): Promise<Stopped> {
  if ((await whoRuns(folder)) !== undefined) {
    await requestStop(folder, now ? "now" : "after this run");
    return "asked";
  }
  const release = await holdExperiment(folder, () => undefined);
  try {
    const journal = await readJournal(folder);
    const run = journal?.runs.find(openAttempt);
    const attempt = run && openAttempt(run);
    if (!journal || !run || !attempt) return "nothing";
    const trial = trialOf(journal, folder, run, attempt);
    const executor = executorFor(journal, design);
    const begun = await executor.find(trial);
    if (begun && !now) return "runs on";
    if (begun) await executor.cancel(trial);
    const [outcome, message] = begun
      ? (["stopped", "ended by `stop --now`"] as const)
      : (["lost", "it had not begun when its runner ended"] as const);
    Object.assign(attempt, { outcome, message, endedAt: new Date().toISOString() });
    await writeJournal(folder, journal);
    return begun ? "cancelled" : "nothing";
  } finally {
    await release().catch(() => undefined);
  }
}
