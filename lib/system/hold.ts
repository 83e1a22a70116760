import { existsSync } from "node:fs";
import { mkdtemp, readdir, rename, rm, rmdir } from "node:fs/promises";
import os from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import lockfile from "proper-lockfile";
import { z } from "zod";
import { writeWhole } from "./atomic";
import { readIfValid } from "./checked-json";
import { makeFolders } from "./folders";
import { processIdentity, stillRuns } from "./process";
import { isForsaken } from "./renewed";

/** Words for error messages about a held folder. */
export interface HeldWork {
  /** The subject of a sentence: `This experiment`. */
  what: string;
  /** How to look at the work, or end it, while another process holds the folder; this follows a colon. */
  look: string;
  /** How to go on once there is room on the disk; this follows `go on by`. */
  resume: string;
}

const writerFolder = "writer-";

/** The process that holds a folder. */
const runnerSchema = z.object({
  host: z.string(),
  pid: z.number().int().positive(),
  started: z.string(),
  /** The folder through which it writes, inside the held folder. It is removed in the end, so this must not be a path. */
  by: z.string().regex(new RegExp(`^${writerFolder}\\w+$`)),
});
type Runner = z.infer<typeof runnerSchema>;

/** The exclusive right to work in a folder and to write its files. */
export interface Hold {
  /** Aborted when another process has taken over, because this one stood still for too long. */
  lost: AbortSignal;
  /**
   * Writes one of the folder's files in one atomic step.
   * @throws one line when another process has taken over, or the disk is full; the old file stays.
   */
  write: (file: string, text: string) => Promise<void>;
  /** Makes the error for a process that stood still for so long that another one has taken over. */
  takenOver: () => Error;
  /** Gives the folder up, so that other processes can hold it. */
  release: () => Promise<void>;
}

/** Milliseconds between two signs of life, and the milliseconds without one after which a process counts as gone. */
const [update, stale] = [1000, 6000];

/**
 * Makes this process the only one that works in a folder, on this machine and on all others that see the folder. The hold
 * ends with the process, even if the process is killed.
 * @throws one line that names the process that holds the folder already.
 */
export async function holdFolder(folder: string, work: HeldWork): Promise<Hold> {
  const lost = new AbortController();
  const takenOver = (): Error =>
    new Error(`Another runner has taken over ${lower(work.what)}, because this one stood still: it goes on there.`);
  const release = await lock(folder, work, () => lost.abort());
  try {
    const by = await makeWriterFolder(folder, work);
    const runner: Runner = { host: os.hostname(), ...processIdentity(process.pid), by: basename(by) };
    const write = async (file: string, text: string): Promise<void> => {
      if (lost.signal.aborted) throw takenOver();
      try {
        makeFolders(dirname(file));
        await writeWhole(file, text, { by });
      } catch (error) {
        throw existsSync(by) ? notWritten(file, error as Error, work) : takenOver();
      }
    };
    await write(join(folder, ownerFile), JSON.stringify(runner) + "\n");
    return {
      lost: lost.signal,
      write,
      takenOver,
      release: async () => {
        await rm(by, { recursive: true, force: true });
        await release().catch(() => undefined); // another process has taken over
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

/** Takes the lock. It breaks the lock of a runner that is gone or, where it cannot, waits until that lock is stale. */
async function lock(folder: string, work: HeldWork, onLost: () => void): Promise<() => Promise<void>> {
  try {
    makeFolders(folder);
  } catch (error) {
    throw notWritten(folder, error as Error, work);
  }
  for (const until = Date.now() + 2 * stale; ; await sleep(250)) {
    const other = readRunner(folder);
    const gone = other === undefined || isGone(other);
    // Several processes may find the runner gone: only the one that takes its folder away breaks its lock.
    if (other && gone && (await takeAway(folder, other.by))) await rmdir(lockOf(folder)).catch(() => undefined);
    const release = await tryLock(folder, work, onLost);
    if (release) return release;
    if (await isForsaken(lockOf(folder), stale)) {
      await rmdir(lockOf(folder)).catch(() => undefined);
      continue;
    }
    if (gone && Date.now() < until) continue;
    throw new Error(`${work.what} is being run by ${processText(other)}: ${work.look}.`);
  }
}

/** Whether a runner is known to be gone: of another machine's runners this process cannot know. */
const isGone = (runner: Runner): boolean => runner.host === os.hostname() && !stillRuns(runner);

/**
 * Makes the folder through which this process alone writes, and takes those of earlier runners away: one of them may have
 * been stopped in the middle of a write, and must not finish it when it wakes up.
 */
async function makeWriterFolder(folder: string, work: HeldWork): Promise<string> {
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

/** The process that holds a folder now, in words; undefined where none does. */
export async function whoRuns(folder: string): Promise<string | undefined> {
  if (!(await lockfile.check(folder, { ...places(folder), stale, realpath: false }))) return undefined;
  const runner = readRunner(folder);
  if (runner && isGone(runner)) return undefined;
  return processText(runner);
}

function processText(runner: Runner | undefined): string {
  return runner ? `process ${runner.pid} on ${runner.host}` : "another process";
}

const ownerFile = "runner.json";

/** Tries once to take the lock. @returns what releases it; undefined where another process has it. */
async function tryLock(folder: string, work: HeldWork, onLost: () => void): Promise<(() => Promise<void>) | undefined> {
  try {
    return await lockfile.lock(folder, { ...places(folder), realpath: false, stale, update, onCompromised: onLost });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOCKED") return undefined;
    throw notWritten(lockOf(folder), error as Error, work);
  }
}

const lockOf = (folder: string): string => join(folder, "runner.lock");
const places = (folder: string) => ({ lockfilePath: lockOf(folder) });

const readRunner = (folder: string): Runner | undefined => readIfValid(join(folder, ownerFile), runnerSchema);
