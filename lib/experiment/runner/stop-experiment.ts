import type { Design } from "../design";
import { endNow } from "./end-now";
import { executorFor } from "./executor";
import { holdExperiment } from "./hold";
import { readJournal } from "./journal";
import { closeLost, keep } from "./keep";
import { whoRuns } from "../../system/hold";
import { openAttempt } from "./state";
import { requestStop } from "./stop";
import { trialOf } from "./trial";

/** What stopping did: asked a runner, ended the run of one that is gone, left that run alone, or found nothing to do. */
export type Stopped = "asked" | "cancelled" | "runs on" | "nothing";

/** Milliseconds in which a run that goes on is told from one that has ended. */
const look = 1000;

/**
 * Ends an experiment's runner: after the run that goes on, or with it. Where the runner is gone, `now` ends the run that it
 * left behind; a run that has ended meanwhile is kept.
 */
export async function stopExperiment(design: Design, folder: string, now: boolean): Promise<Stopped> {
  if ((await whoRuns(folder)) !== undefined) {
    await requestStop(folder, now ? "now" : "after this run");
    return "asked";
  }
  const hold = await holdExperiment(folder);
  try {
    const journal = await readJournal(folder);
    const run = journal?.runs.find(openAttempt);
    const attempt = run && openAttempt(run);
    if (!journal || !run || !attempt) return "nothing";
    const held = { hold, folder, journal };
    const trial = trialOf(journal, folder, run, attempt);
    const executor = executorFor(journal, design);
    if (!(await executor.find(trial))) {
      await closeLost(held, attempt);
      return "nothing";
    }
    const end = await executor.end(trial, AbortSignal.timeout(look));
    if (end) await keep(held, run, attempt, end);
    else if (!now) return "runs on";
    else if (await endNow(held, executor, trial, run, attempt)) return "cancelled";
    return "nothing";
  } finally {
    await hold.release();
  }
}
