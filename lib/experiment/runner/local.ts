import { spawn } from "node:child_process";
import { existsSync, openSync, closeSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { writeWhole } from "../../system/atomic";
import { recordOf } from "../../jobs/job-folder";
import { workbookRoot } from "../../system/workbook";
import { writeRun } from "../../runs/record";
import { readIfValid } from "../../system/checked-json";
import { claim, claimant, NOBODY } from "../../system/claim";
import { makeFolders } from "../../system/folders";
import type { AttemptEnd, AttemptSpec, Executor } from "./executor";
import { groupOf, processNamed, stillRuns } from "../../system/process";

/** The files in the folder of an attempt on this machine. */
export const localFiles = {
  spec: (folder: string): string => join(folder, "trial.json"),
  output: (folder: string): string => join(folder, "output.txt"),
  ended: (folder: string): string => join(folder, "ended.json"),
};

/** The file that an attempt on this machine writes when it ends. */
export interface LocalEnd {
  /** The error in one line; undefined if there was none. */
  error?: string;
}

const program = join(workbookRoot, "dist", "lib", "experiment", "runner", "local-attempt.js");
/** Milliseconds that the process of an attempt may take to begin. */
const startUp = 30_000;

/** Runs each attempt as a process of this machine, which outlives the runner. Several nodes are several more processes. */
export function localExecutor(): Executor {
  return {
    async start(spec) {
      const { folder } = spec;
      makeFolders(folder);
      await writeWhole(localFiles.spec(folder), JSON.stringify(spec) + "\n");
      const output = openSync(localFiles.output(folder), "a");
      const child = spawn(process.execPath, [program, folder], { detached: true, stdio: ["ignore", output, output] });
      child.unref();
      closeSync(output);
      await new Promise((done, failed) => child.once("spawn", done).once("error", failed));
      return `process ${child.pid ?? 0}`;
    },
    async find({ folder }) {
      const first = await claim(folder, NOBODY);
      refuseElsewhere(folder, first);
      return first !== NOBODY;
    },
    end: endOf,
    async cancel({ folder }) {
      await killGroup(folder, "SIGTERM");
      await sleep(2000);
      await killGroup(folder, "SIGKILL");
    },
  };
}

/** Refuses an attempt of another machine: its process cannot be seen from here and may still run. */
function refuseElsewhere(folder: string, claimedBy: string): void {
  const host = processNamed(claimedBy)?.host;
  if (host === undefined || host === hostname() || existsSync(localFiles.ended(folder))) return;
  throw new Error(
    `A run goes on on ${host}, which cannot be seen from ${hostname()}: go on there, or, where that machine is gone for good, ` +
      `remove ${folder} first.`,
  );
}

async function endOf({ folder }: AttemptSpec, signal: AbortSignal): Promise<AttemptEnd | undefined> {
  for (const until = Date.now() + startUp; (await claimant(folder)) === undefined && Date.now() < until;) {
    if (signal.aborted) return undefined;
    await sleep(100);
  }
  const first = await claim(folder, NOBODY);
  if (first === NOBODY) return { outcome: "failed", message: "its process did not begin" };
  const leader = processNamed(first);
  // The file is checked before the process, because the process may end between the two checks.
  while (!existsSync(localFiles.ended(folder)) && leader !== undefined && stillRuns(leader)) {
    if (signal.aborted) return undefined;
    await sleep(200, undefined, { signal }).catch(() => undefined);
  }
  const ended = endedIn(folder);
  // A killed attempt may leave processes behind that would disturb the next run.
  if (!ended) await killGroup(folder, "SIGKILL");
  const run = await recordOf(folder);
  const message = ended ? ended.error : "its process was killed";
  if (run?.outcome === "out-of-memory" || run?.outcome === "completed") {
    return { outcome: run.outcome, message: run.reason ?? "done", run };
  }
  if (run?.outcome === "running") {
    Object.assign(run, { outcome: "failed", reason: message, endedAt: new Date().toISOString() });
    await writeRun(join(folder, "run.json"), run);
  }
  const what = message ?? "left no run record";
  return { outcome: "failed", message: what, refused: / ended with status 2\b/.test(what), run };
}

const localEnd = z.object({ error: z.string().optional() });
const endedIn = (folder: string): LocalEnd | undefined => readIfValid(localFiles.ended(folder), localEnd);

/** Ends the remaining processes of an attempt: those of its group that were started with its folder. */
async function killGroup(folder: string, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  const leader = processNamed((await claimant(folder)) ?? "");
  if (!leader) return;
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name) || groupOf(Number(name)) !== leader.pid) continue;
    const [command, environment] = await Promise.all(
      ["cmdline", "environ"].map((file) => readFile(join("/proc", name, file), "utf8").catch(() => "")),
    );
    if (!`${command}${environment}`.includes(folder)) continue;
    try {
      process.kill(Number(name), signal);
    } catch {
      // ended meanwhile
    }
  }
}
