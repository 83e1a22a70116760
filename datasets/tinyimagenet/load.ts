import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import lockfile from "proper-lockfile";
import { userDataFolder } from "../download/archive";
import { DamagedCache, cachedCounts, readCache, writeCache, type Counts, type Pixels } from "./cache";
import { decodeJpegs } from "./decode";
import { imageBytes, type Listing } from "./layout";
import { makeFolders } from "../../lib/system/folders";

type Log = (line: string) => void;

/**
 * Loads the pixels of the first images of each set from the cache beside the images or in the user's data folder. If neither
 * has them, they are decoded and kept in the first cache that can be written. Of several processes at the same time, one
 * decodes and the others wait. If no cache can be written, images are decoded each time.
 * @throws one line with the file that cannot be read or decoded.
 */
export async function loadPixels(listing: Listing, wanted: Counts, log: Log): Promise<Pixels> {
  const caches = cacheFiles(listing);
  const readCached = async () => {
    for (const cache of caches) {
      const pixels = await readOrReport(cache, listing, wanted, log);
      if (pixels) return pixels;
    }
    return undefined;
  };
  const cached = await readCached();
  if (cached) return cached;
  const unlock = await lockFirst(caches, log);
  try {
    // The previous holder of the lock may have decoded the images. Then all waiting processes read them without the lock.
    const held = await heldIn(caches, listing);
    if (held.train < wanted.train || held.test < wanted.test) {
      return await decodeAndKeep(listing, wanted, caches, log);
    }
  } finally {
    await unlock?.().catch(() => undefined);
  }
  return (await readCached()) ?? (await decodeAndKeep(listing, wanted, caches, log));
}

/** The possible caches. The user's folder may hold caches of several data folders, so its name contains the fingerprint. */
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

/** The most images of each set in any of the caches, according to their headers. */
async function heldIn(caches: string[], { fingerprint }: Listing): Promise<Counts> {
  const held = await Promise.all(caches.map((cache) => cachedCounts(cache, fingerprint).catch(() => undefined)));
  return {
    train: Math.max(...held.map((counts) => counts?.train ?? 0)),
    test: Math.max(...held.map((counts) => counts?.test ?? 0)),
  };
}

async function decodeAndKeep(listing: Listing, wanted: Counts, caches: string[], log: Log): Promise<Pixels> {
  // A cache never shrinks. Otherwise runs that need more of one set and less of the other would alternate in decoding.
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
 * Locks the first cache whose folder can be written.
 * @returns a function that unlocks it; undefined if no folder can be written.
 */
async function lockFirst(caches: string[], log: Log): Promise<(() => Promise<void>) | undefined> {
  for (const cache of caches) {
    try {
      makeFolders(dirname(cache));
      return await lock(cache, log);
    } catch {
      // Read-only, no permission, or a full disk: try the next one.
    }
  }
  return undefined;
}

async function lock(cache: string, log: Log): Promise<() => Promise<void>> {
  const options = {
    ...{ realpath: false, lockfilePath: `${cache}.lock`, stale: 20_000 },
    // Losing the lock after a standstill is harmless: two processes decode, and each writes its own file.
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
