import { existsSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import lockfile from "proper-lockfile";
import { makeFolders } from "../../lib/system/folders";
import { isForsaken } from "../../lib/system/renewed";

/**
 * Has a file or folder made, unless it is there. A second process waits for the first, and says so. With `WORKBOOK_OFFLINE` nothing is made.
 * @param name Names the lock beside the target.
 * @param make It must make the target at once, by renaming something that is complete.
 * @param patience Milliseconds after which a lock that nobody renews counts as left behind. Default: a minute.
 * @returns the target.
 * @throws one line with the reason and the remedy.
 */
export async function once(
  target: string,
  name: string,
  make: () => Promise<void>,
  patience = 60_000,
): Promise<string> {
  if (existsSync(target)) return target;
  if (process.env.WORKBOOK_OFFLINE) {
    throw new Error(
      `${target} is missing, and this job downloads nothing (WORKBOOK_OFFLINE): \`./workbook submit\` fetches it first.`,
    );
  }
  const into = dirname(target);
  try {
    makeFolders(into);
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`Cannot make the data folder ${into}: ${reason}. Name another by WORKBOOK_DATA_DIR.`);
  }
  const unlock = await lock(into, join(into, `${name}.lock`), patience);
  try {
    if (!existsSync(target)) await make();
    return target;
  } finally {
    await unlock().catch(() => undefined);
  }
}

async function lock(into: string, lockfilePath: string, patience: number): Promise<() => Promise<void>> {
  // Losing the lock after a minute's standstill is harmless: the checksum and the renaming protect the result.
  const options = { lockfilePath, stale: patience, onCompromised: () => undefined };
  for (let told = false; ; told = true) {
    try {
      return await lockfile.lock(into, options);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ELOCKED") throw error;
    }
    if (!told) {
      process.stderr.write(
        `Waiting for another process that makes these files. Its lock, ${lockfilePath}, is removed once nobody has renewed it for ${patience / 1000} s.\n`,
      );
    }
    if (await isForsaken(lockfilePath, patience)) await rmdir(lockfilePath).catch(() => undefined);
    else await sleep(500);
  }
}
