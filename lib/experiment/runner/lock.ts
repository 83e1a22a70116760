import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import os from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import lockfile from "proper-lockfile";
import { writeWhole } from "../../files";
import { processIdentity, stillRuns, type ProcessIdentity } from "./process";

/** Who runs an experiment. */
interface Runner extends ProcessIdentity {
  host: string;
  /** The folder through which it writes. */
  by: string;
}

/** The right to run an experiment, and to write its files. */
export interface Hold {
  /** Aborted when another runner has taken over, because this process stood still for too long. */
  lost: AbortSignal;
  /**
   * Writes one of the experiment's files in one atomic step.
   * @throws one line when another runner has taken over, or the disk is full; the file stays as it was.
   */
  write: (file: string, text: string) => Promise<void>;
  /** Lets others run it. */
  release: () => Promise<void>;
}

/** Milliseconds between two signs of life, and after how many without one a runner counts as gone. */
const [update, stale] = [1000, 6000];

/**
 * Makes this process the only runner of an experiment, on this machine and on all that see its folder.
 * @throws one line that names the other runner.
 */
export async function holdExperiment(folder: string): Promise<Hold> {
  const lost = new AbortController();
  const release = await lockedBy(folder, () => {
    lost.abort();
  });
  try {
    const by = await wayToWrite(folder);
    const runner: Runner = { host: os.hostname(), ...processIdentity(process.pid), by: basename(by) };
    const write = async (file: string, text: string): Promise<void> => {
      if (lost.signal.aborted) throw takenOver();
      await mkdir(dirname(file), { recursive: true })
        .then(() => writeWhole(file, text, by))
        .catch((error: Error) => {
          throw existsSync(by) ? notWritten(file, error) : takenOver();
        });
    };
    await write(join(folder, ownerFile), JSON.stringify(runner) + "\n");
    return {
      lost: lost.signal,
      write,
      release: async () => {
        await rm(by, { recursive: true, force: true });
        await release().catch(() => undefined); // taken over
      },
    };
  } catch (error) {
    await release().catch(() => undefined);
    throw error;
  }
}

/** The line for a runner that stood still for so long that another one has taken over. */
export const takenOver = (): Error =>
  new Error("Another runner has taken over this experiment, because this one stood still: it goes on there.");

const notWritten = (file: string, { message }: Error): Error =>
  new Error(
    `${file} cannot be written (${message}): what was measured is kept. Make room, and go on by ` +
      "`./workbook experiment resume`.",
  );

/** Takes the lock; that of a runner which is known to be gone is broken, or, where that cannot be, ends by itself. */
async function lockedBy(folder: string, onLost: () => void): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw notWritten(folder, error);
  });
  for (const until = Date.now() + 2 * stale; ; await sleep(250)) {
    const other = await readRunner(folder);
    const gone = other === undefined || isGone(other);
    // Of several who find it gone one takes its folder away, and only that one breaks its lock.
    if (other && gone && (await takeAway(folder, other.by))) await rmdir(lockOf(folder)).catch(() => undefined);
    const release = await take(folder, onLost);
    if (release) return release;
    if (gone && Date.now() < until) continue;
    throw new Error(
      `This experiment is being run by ${inWords(other)}: look at it by \`./workbook experiment status\`, end it by \`stop\`.`,
    );
  }
}

/** Known only of runners of this machine. */
const isGone = (runner: Runner): boolean => runner.host === os.hostname() && !stillRuns(runner);

/**
 * A folder through which this runner alone writes. Those of earlier ones are taken away, so that what one of them, stopped
 * in the middle of writing, does when it wakes up comes to nothing.
 */
async function wayToWrite(folder: string): Promise<string> {
  try {
    for (const name of await readdir(folder)) {
      if (name.startsWith(writerFolder)) await takeAway(folder, name);
      if (name.startsWith(goneFolder)) await rm(join(folder, name), { recursive: true, force: true });
    }
    return await mkdtemp(join(folder, writerFolder));
  } catch (error) {
    throw notWritten(folder, error as Error);
  }
}

const [writerFolder, goneFolder] = ["writer-", "gone-"];

/** Takes a runner's folder away in one step. @returns false where it is gone already. */
async function takeAway(folder: string, name: string): Promise<boolean> {
  const away = join(folder, goneFolder + name);
  try {
    await rename(join(folder, name), away);
  } catch {
    return false;
  }
  await rm(away, { recursive: true, force: true });
  return true;
}

/** Who runs an experiment now, in words; undefined where nobody does. */
export async function whoRuns(folder: string): Promise<string | undefined> {
  if (!(await lockfile.check(folder, { ...places(folder), stale, realpath: false }))) return undefined;
  const runner = await readRunner(folder);
  if (runner && isGone(runner)) return undefined;
  return inWords(runner);
}

function inWords(runner: Runner | undefined): string {
  return runner ? `process ${runner.pid} on ${runner.host}` : "another process";
}

const ownerFile = "runner.json";

async function take(folder: string, onLost: () => void): Promise<(() => Promise<void>) | undefined> {
  try {
    return await lockfile.lock(folder, { ...places(folder), realpath: false, stale, update, onCompromised: onLost });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOCKED") return undefined;
    throw notWritten(lockOf(folder), error as Error);
  }
}

const lockOf = (folder: string): string => join(folder, "runner.lock");
const places = (folder: string) => ({ lockfilePath: lockOf(folder) });

async function readRunner(folder: string): Promise<Runner | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, ownerFile), "utf8")) as Runner; // only this file's own writing
  } catch {
    return undefined;
  }
}
