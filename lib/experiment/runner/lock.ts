import { mkdir, readFile } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import lockfile from "proper-lockfile";
import writeFileAtomic from "write-file-atomic";
import { processIdentity, stillRuns, type ProcessIdentity } from "./process";

/** Who runs an experiment. */
interface Runner extends ProcessIdentity {
  host: string;
}

/** Milliseconds between two signs of life, and after how many without one a runner counts as gone. */
const [update, stale] = [1000, 6000];

/**
 * Makes this process the only runner of an experiment, on this machine and on all that see its folder.
 * @param onLost Called if another one has taken over, because this process stood still for too long.
 * @returns a function that lets others run it.
 * @throws one line that names the other runner.
 */
export async function holdExperiment(folder: string, onLost: () => void): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const owner = join(folder, ownerFile);
  const until = Date.now() + 2 * stale;
  for (;;) {
    const release = await take(folder, onLost);
    if (release) {
      const runner: Runner = { host: os.hostname(), ...processIdentity(process.pid) };
      await writeFileAtomic(owner, JSON.stringify(runner) + "\n");
      return release;
    }
    const other = await readRunner(owner);
    // One that was killed here is known to be gone; its lock ends by itself.
    const gone = other !== undefined && other.host === os.hostname() && !stillRuns(other);
    if (!gone || Date.now() > until) {
      throw new Error(
        `This experiment is being run by ${inWords(other)}: look at it by \`./workbook experiment status\`, end it by \`stop\`.`,
      );
    }
    await sleep(250);
  }
}

/** Who runs an experiment now, in words; undefined where nobody does. */
export async function whoRuns(folder: string): Promise<string | undefined> {
  if (!(await lockfile.check(folder, { ...places(folder), stale, realpath: false }))) return undefined;
  const runner = await readRunner(join(folder, ownerFile));
  if (runner?.host === os.hostname() && !stillRuns(runner)) return undefined;
  return inWords(runner);
}

function inWords(runner: Runner | undefined): string {
  return runner ? `process ${runner.pid} on ${runner.host}` : "another process";
}

const ownerFile = "runner.json";

async function take(folder: string, onLost: () => void): Promise<(() => Promise<void>) | undefined> {
  try {
    return await lockfile.lock(folder, {
      ...places(folder),
      realpath: false,
      stale,
      update,
      onCompromised: onLost,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOCKED") return undefined;
    throw new Error(`The experiment's folder ${folder} cannot be locked: ${(error as Error).message}.`);
  }
}

const places = (folder: string) => ({ lockfilePath: join(folder, "runner.lock") });

async function readRunner(file: string): Promise<Runner | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Runner; // only this file's own writing
  } catch {
    return undefined;
  }
}
