import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import lockfile from "proper-lockfile";
import { userDataFolder } from "../download/archive";
import { DamagedCache, heldBy, readCache, writeCache, type Counts, type Pixels } from "./cache";
import { decodeJpegs } from "./decode";
import { imageBytes, type Listing } from "./layout";

type Log = (line: string) => void;

/**
 * The pixels of the first images of each set: from the cache beside the images or in the user's data folder; decoded
 * where neither holds them, and then kept in the first of the two that can be written. Of several processes that ask at
 * once, one decodes and the others wait for it. Without a place for a cache, images are decoded each time.
 * @throws one line naming the file that cannot be read or decoded.
 */
export async function loadPixels(listing: Listing, wanted: Counts, log: Log): Promise<Pixels> {
  const caches = cacheFiles(listing);
  const find = async () => {
    for (const cache of caches) {
      const found = await readOrReport(cache, listing, wanted, log);
      if (found) return found;
    }
    return undefined;
  };
  const found = await find();
  if (found) return found;
  const unlock = await lockFirst(caches, log);
  try {
    // Whoever had the lock before may have decoded them: then all who waited read at once, without the lock.
    const held = await heldIn(caches, listing);
    if (held.train < wanted.train || held.test < wanted.test) {
      return await decodeAndKeep(listing, wanted, caches, log);
    }
  } finally {
    await unlock?.().catch(() => undefined);
  }
  return (await find()) ?? (await decodeAndKeep(listing, wanted, caches, log));
}

/** The fingerprint in the name: data folders of any place may share the one in the user's. */
function cacheFiles({ folder, fingerprint }: Listing): string[] {
  const name = `tiny-imagenet-200-${fingerprint.slice(0, 12)}.cache`;
  return [join(folder, "decoded.cache"), join(userDataFolder(), name)];
}

async function readOrReport(cache: string, { fingerprint }: Listing, wanted: Counts, log: Log) {
  try {
    return await readCache(cache, fingerprint, wanted);
  } catch (error) {
    const damaged = error instanceof DamagedCache;
    const what = damaged ? "is damaged" : "cannot be read";
    log(`The cache ${cache} ${what} (${(error as Error).message}): its images are decoded anew.`);
    if (damaged) await rm(cache).catch(() => undefined);
    return undefined;
  }
}

/** What the fuller of the caches holds, as their headers say. */
async function heldIn(caches: string[], { fingerprint }: Listing): Promise<Counts> {
  const held = await Promise.all(caches.map((cache) => heldBy(cache, fingerprint).catch(() => undefined)));
  return {
    train: Math.max(...held.map((counts) => counts?.train ?? 0)),
    test: Math.max(...held.map((counts) => counts?.test ?? 0)),
  };
}

async function decodeAndKeep(listing: Listing, wanted: Counts, caches: string[], log: Log): Promise<Pixels> {
  // A cache only grows: runs that ask for more of one set and less of the other would else take turns in decoding.
  const held = await heldIn(caches, listing);
  const counts = { train: Math.max(wanted.train, held.train), test: Math.max(wanted.test, held.test) };
  const { folder, train, test, fingerprint } = listing;
  const files = [...train.files.slice(0, counts.train), ...test.files.slice(0, counts.test)];
  const pixels = await decodeJpegs(
    files.map((file) => join(folder, file)),
    log,
  );
  const split = counts.train * imageBytes;
  await keep(caches, fingerprint, { train: pixels.subarray(0, split), test: pixels.subarray(split) }, log);
  return {
    train: pixels.subarray(0, wanted.train * imageBytes),
    test: pixels.subarray(split, split + wanted.test * imageBytes),
  };
}

async function keep(caches: string[], fingerprint: string, pixels: Pixels, log: Log): Promise<void> {
  const megabytes = Math.ceil((pixels.train.length + pixels.test.length) / 1e6);
  const reasons: string[] = [];
  for (const cache of caches) {
    try {
      await writeCache(cache, fingerprint, pixels);
      log(`Kept the decoded images (${megabytes} MB) in ${cache}`);
      return;
    } catch (error) {
      reasons.push(`${dirname(cache)}: ${(error as Error).message.split(",")[0]}`);
    }
  }
  log(
    `The decoded images (${megabytes} MB) cannot be kept (${reasons.join("; ")}), so every run decodes them again: ` +
      "make room in one of these folders, or name another by WORKBOOK_DATA_DIR.",
  );
}

/**
 * Locks the first of the caches whose folder can be written.
 * @returns what unlocks it; undefined where none can be written.
 */
async function lockFirst(caches: string[], log: Log): Promise<(() => Promise<void>) | undefined> {
  for (const cache of caches) {
    try {
      await mkdir(dirname(cache), { recursive: true });
      return await lock(cache, log);
    } catch {
      // Read-only, no rights, no room: the next one.
    }
  }
  return undefined;
}

async function lock(cache: string, log: Log): Promise<() => Promise<void>> {
  const options = {
    ...{ realpath: false, lockfilePath: `${cache}.lock`, stale: 20_000 },
    // A lock lost after a standstill does no harm: two processes decode, and each writes a file of its own.
    onCompromised: () => undefined,
  };
  try {
    return await lockfile.lock(cache, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ELOCKED") throw error;
    log(`Another process is decoding the images for ${cache}: waiting for it`);
    return lockfile.lock(cache, { ...options, retries: { forever: true, factor: 1, minTimeout: 500 } });
  }
}
