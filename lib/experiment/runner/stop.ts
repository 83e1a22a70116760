import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { openAttempt } from "../../jobs/attempts";
import { writeWhole } from "../../system";
import { holdFolder, whoRuns } from "../../system/hold";
import { experimentWork, HeldExperiment, OpenAttempt } from "./attempt";
import { readJournal } from "./journal";

/** How a runner is asked to end: after the run that goes on, or at once. */
type StopRequest = "after this run" | "now";

const stopFile = (folder: string): string => join(folder, "stop");

/** What a runner was asked, if anything. */
export async function stopRequest(folder: string): Promise<StopRequest | undefined> {
  if (!existsSync(stopFile(folder))) return undefined;
  return (await readFile(stopFile(folder), "utf8").catch(() => "")) === "now" ? "now" : "after this run";
}

/** Forgets what an earlier runner was asked. */
export async function clearStop(folder: string): Promise<void> {
  await rm(stopFile(folder), { force: true });
}

/** What stopping did: asked a runner, ended the run of one that is gone, left that run alone, or found nothing to do. */
export type Stopped = "asked" | "cancelled" | "runs on" | "nothing";

/** Milliseconds in which a run that goes on is told from one that has ended. */
const look = 1000;

/**
 * Ends an experiment's runner, on whatever machine it is: after the run that goes on, or with it. Where the runner is gone,
 * `now` ends the run that it left behind; a run that has ended meanwhile is kept.
 */
export async function stopExperiment(folder: string, now: boolean): Promise<Stopped> {
  if ((await whoRuns(folder)) !== undefined) {
    await writeWhole(stopFile(folder), (now ? "now" : "after this run") satisfies StopRequest);
    return "asked";
  }
  const hold = await holdFolder(folder, experimentWork);
  try {
    const journal = await readJournal(folder);
    const run = journal?.runs.find(openAttempt);
    const found = run && openAttempt(run);
    if (!journal || !run || !found) return "nothing";
    const attempt = new OpenAttempt(new HeldExperiment(hold, folder, journal), run, found);
    if (!(await attempt.find())) return "nothing";
    const end = await attempt.end(AbortSignal.timeout(look));
    if (end) await attempt.keep(end);
    else if (!now) return "runs on";
    else if (await attempt.endNow()) return "cancelled";
    return "nothing";
  } finally {
    await hold.release();
  }
}
