import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import lockfile from "proper-lockfile";

/**
 * Has a file or folder made, unless it is there. A second process waits for the first. With `WORKBOOK_OFFLINE` nothing is made.
 * @param name Names the lock beside the target.
 * @param make It must make the target at once, by renaming something that is complete.
 * @returns the target.
 * @throws one line with the reason and the remedy.
 */
export async function once(target: string, name: string, make: () => Promise<void>): Promise<string> {
  if (existsSync(target)) return target;
  if (process.env.WORKBOOK_OFFLINE) {
    throw new Error(
      `${target} is missing, and this job downloads nothing (WORKBOOK_OFFLINE): \`./workbook submit\` fetches it first.`,
    );
  }
  const into = dirname(target);
  await mkdir(into, { recursive: true }).catch((error: Error) => {
    throw new Error(`Cannot make the data folder ${into}: ${error.message}. Name another by WORKBOOK_DATA_DIR.`);
  });
  const unlock = await lockfile.lock(into, {
    lockfilePath: join(into, `${name}.lock`),
    stale: 60_000,
    retries: { forever: true, minTimeout: 200, maxTimeout: 2000 },
    // Losing the lock after a minute's standstill is harmless: the checksum and the renaming protect the result.
    onCompromised: () => undefined,
  });
  try {
    if (!existsSync(target)) await make();
    return target;
  } finally {
    await unlock().catch(() => undefined);
  }
}
