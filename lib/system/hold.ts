import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import os from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import lockfile from "proper-lockfile";
import { z } from "zod";
import { writeWhole } from "./atomic";
import { processIdentity, stillRuns } from "./process";

/** What is held, in words, for messages. */
export interface HeldWork {
  /** `This experiment`, at a sentence's beginning. */
  what: string;
  /** How to look at it, or to end it, while another process holds it; after a colon. */
  look: string;
  /** How to go on once there is room on the disk; after `go on by`. */
  resume: string;
}

const writerFolder = "writer-";

/** Who holds a folder. */
const runnerSchema = z.object({
  host: z.string(),
  pid: z.number().int().positive(),
  started: z.string(),
  /** The folder through which it writes, in the folder that it holds: it is removed in the end, so no path may stand here. */
  by: z.string().regex(new RegExp(`^${writerFolder}\\w+$`)),
});
type Runner = z.infer<typeof runnerSchema>;

/** The right to work on what a folder holds, and to write its files. */
export interface Hold {
  /** Aborted when another process has taken over, because this one stood still for too long. */
  lost: AbortSignal;
  /**
   * Writes one of the folder's files in one atomic step.
   * @throws one line when another process has taken over, or the disk is full; the file stays as it was.
   */
  write: (file: string, text: string) => Promise<void>;
  /** The line for a process that stood still for so long that another one has taken over. */
  takenOver: () => Error;
  /** Lets others have it. */
  release: () => Promise<void>;
}

/** Milliseconds between two signs of life, and after how many without one a process counts as gone. */
const [update, stale] = [1000, 6000];

/**
 * Makes this process the only one that works on what a folder holds, on this machine and on all that see the folder. It ends
 * with the process, however that ends.
 * @throws one line that names the other process.
 */
export async function holdFolder(folder: string, work: HeldWork): Promise<Hold> {
  const lost = new AbortController();
  const takenOver = (): Error =>
    new Error(`Another runner has taken over ${lower(work.what)}, because this one stood still: it goes on there.`);
  const release = await lockedBy(folder, work, () => {
    lost.abort();
  });
  try {
    const by = await wayToWrite(folder, work);
    const runner: Runner = { host: os.hostname(), ...processIdentity(process.pid), by: basename(by) };
    const write = async (file: string, text: string): Promise<void> => {
      if (lost.signal.aborted) throw takenOver();
      await mkdir(dirname(file), { recursive: true })
        .then(() => writeWhole(file, text, { by }))
        .catch((error: Error) => {
          throw existsSync(by) ? notWritten(file, error, work) : takenOver();
        });
    };
    await write(join(folder, ownerFile), JSON.stringify(runner) + "\n");
    return {
      lost: lost.signal,
      write,
      takenOver,
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

const notWritten = (file: string, { message }: Error, { resume }: HeldWork): Error =>
  new Error(`${file} cannot be written (${message}): what is done is kept. Make room, and go on by ${resume}.`);

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Takes the lock; that of a runner which is known to be gone is broken, or, where that cannot be, ends by itself. */
async function lockedBy(folder: string, work: HeldWork, onLost: () => void): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw notWritten(folder, error, work);
  });
  for (const until = Date.now() + 2 * stale; ; await sleep(250)) {
    const other = await readRunner(folder);
    const gone = other === undefined || isGone(other);
    // Of several who find it gone one takes its folder away, and only that one breaks its lock.
    if (other && gone && (await takeAway(folder, other.by))) await rmdir(lockOf(folder)).catch(() => undefined);
    const release = await take(folder, work, onLost);
    if (release) return release;
    if (gone && Date.now() < until) continue;
    throw new Error(`${work.what} is being run by ${processText(other)}: ${work.look}.`);
  }
}

/** Known only of runners of this machine. */
const isGone = (runner: Runner): boolean => runner.host === os.hostname() && !stillRuns(runner);

/**
 * A folder through which this process alone writes. Those of earlier ones are taken away, so that what one of them, stopped
 * in the middle of writing, does when it wakes up comes to nothing.
 */
async function wayToWrite(folder: string, work: HeldWork): Promise<string> {
  try {
    for (const name of await readdir(folder)) {
      if (name.startsWith(writerFolder)) await takeAway(folder, name);
      if (name.startsWith(goneFolder)) await rm(join(folder, name), { recursive: true, force: true });
    }
    return await mkdtemp(join(folder, writerFolder));
  } catch (error) {
    throw notWritten(folder, error as Error, work);
  }
}

const goneFolder = "gone-";

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

/** Who holds a folder now, in words; undefined where nobody does. */
export async function whoRuns(folder: string): Promise<string | undefined> {
  if (!(await lockfile.check(folder, { ...places(folder), stale, realpath: false }))) return undefined;
  const runner = await readRunner(folder);
  if (runner && isGone(runner)) return undefined;
  return processText(runner);
}

function processText(runner: Runner | undefined): string {
  return runner ? `process ${runner.pid} on ${runner.host}` : "another process";
}

const ownerFile = "runner.json";

async function take(folder: string, work: HeldWork, onLost: () => void): Promise<(() => Promise<void>) | undefined> {
  try {
    return await lockfile.lock(folder, { ...places(folder), realpath: false, stale, update, onCompromised: onLost });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOCKED") return undefined;
    throw notWritten(lockOf(folder), error as Error, work);
  }
}

const lockOf = (folder: string): string => join(folder, "runner.lock");
const places = (folder: string) => ({ lockfilePath: lockOf(folder) });

async function readRunner(folder: string): Promise<Runner | undefined> {
  try {
    return runnerSchema.safeParse(JSON.parse(await readFile(join(folder, ownerFile), "utf8"))).data;
  } catch {
    return undefined;
  }
}
