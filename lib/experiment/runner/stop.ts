import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { unfinishedAttempt } from "../../jobs/attempts";
import { writeWhole } from "../../system/atomic";
import { holdFolder, whoRuns } from "../../system/hold";
import { readText } from "../../system/read-text";
import { experimentWork, HeldExperiment, RunAttempt } from "./attempt";
import { readJournal } from "./journal";

/** When a runner should end: after the current run, or at once. */
type StopRequest = "after this run" | "now";

const stopFile = (folder: string): string => join(folder, "stop");

/** The pending request to stop, if there is one. */
export async function stopRequest(folder: string): Promise<StopRequest | undefined> {
  if (!existsSync(stopFile(folder))) return undefined;
  try {
    return readText(stopFile(folder), Error) === "now" ? "now" : "after this run";
  } catch {
    return "after this run";
  }
}

/** Removes a request that was meant for an earlier runner. */
export async function clearStop(folder: string): Promise<void> {
  await rm(stopFile(folder), { force: true });
}

/** Milliseconds to wait for the end of a run that may have ended already. */
const look = 1000;

/**
 * Ends an experiment's runner on any machine, either after the current run or together with it. If the runner is gone, `now`
 * ends the run that it left behind, and a run that has ended in the meantime is kept.
 * @returns whether a runner was asked, the run of a lost runner was cancelled or left alone, or there was nothing to do.
 */
export async function stopExperiment(
  folder: string,
  now: boolean,
): Promise<"asked" | "cancelled" | "runs on" | "nothing"> {
  if ((await whoRuns(folder)) !== undefined) {
    await writeWhole(stopFile(folder), (now ? "now" : "after this run") satisfies StopRequest);
    return "asked";
  }
  const hold = await holdFolder(folder, experimentWork);
  try {
    const journal = await readJournal(folder);
    const run = journal?.runs.find(unfinishedAttempt);
    const open = run && unfinishedAttempt(run);
    if (!journal || !run || !open) return "nothing";
    const attempt = new RunAttempt(new HeldExperiment(hold, folder, journal), run, open);
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
