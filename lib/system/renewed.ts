import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Whether a lock's time lies ahead of this machine's clock, and nobody renews it: its holder's clock was wrong, or this one's is, and
 * so the lock would not look old for as long. Its age says nothing then, so it is watched.
 * @param lock The file or folder whose time its holder renews.
 * @param milliseconds After this time without a renewal, a holder is gone. The function waits as long, unless the lock is of the past.
 */
export async function isForsaken(lock: string, milliseconds: number): Promise<boolean> {
  const time = await timeOf(lock);
  if (time === undefined || time <= Date.now() + milliseconds) return false;
  await sleep(milliseconds);
  return (await timeOf(lock)) === time;
}

const timeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
