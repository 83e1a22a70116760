import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import lockfile from "proper-lockfile";
import { extract } from "tar";
import { fetchRest } from "./fetch-rest";
import { unzip } from "./unzip";

/** A `.tar.gz` or `.zip` with one folder in it. */
export interface Archive {
  /** The file's name, at the end of its address. */
  name: string;
  bytes: number;
  sha256: string;
  /** The folder it unpacks to. */
  folder: string;
}

/** From where to where. */
export interface DownloadOptions {
  /** The archive's address without its name. */
  url: string;
  into: string;
  /** Called with a line now and then. Default: to standard error. */
  log?: (line: string) => void;
  /** Tries after the first, each going on where the last one broke. Default 8. */
  retries?: number;
  /** Milliseconds before the second try; they double from try to try. Default 1000. */
  pause?: number;
}

/** Where downloaded data is kept: `WORKBOOK_DATA_DIR`, else `~/.cache/parallel-training`. */
export function userDataFolder(): string {
  return process.env.WORKBOOK_DATA_DIR ?? join(homedir(), ".cache", "parallel-training");
}

/**
 * Downloads and unpacks an archive, once: interrupted, it goes on where it was; run twice at once, the second waits for
 * the first. The folder appears complete and checked, or not at all. Where `WORKBOOK_OFFLINE` is set nothing is downloaded.
 * @returns the unpacked folder.
 * @throws one line with the address, the reason and the remedy.
 */
export async function downloadArchive(archive: Archive, options: DownloadOptions): Promise<string> {
  const { into, log = (line: string) => process.stderr.write(line + "\n") } = options;
  const target = join(into, archive.folder);
  if (await exists(target)) return target;
  if (process.env.WORKBOOK_OFFLINE) {
    throw new Error(
      `${target} is missing, and this job downloads nothing (WORKBOOK_OFFLINE): \`./workbook submit\` fetches it first.`,
    );
  }
  await mkdir(into, { recursive: true }).catch((error: Error) => {
    throw new Error(`Cannot make the data folder ${into}: ${error.message}. Name another by WORKBOOK_DATA_DIR.`);
  });
  const unlock = await lockfile.lock(into, {
    lockfilePath: join(into, `${archive.name}.lock`),
    stale: 60_000,
    retries: { forever: true, minTimeout: 200, maxTimeout: 2000 },
    // A lock lost after a minute's standstill does no harm: the checksum and the renaming protect the result.
    onCompromised: () => undefined,
  });
  try {
    if (await exists(target)) return target;
    const file = await fetched(archive, options, log);
    await unpack(archive, file, into, log);
    await rm(file);
    return target;
  } finally {
    await unlock().catch(() => undefined);
  }
}

async function fetched(
  archive: Archive,
  { url, into, retries = 8, pause = 1000 }: DownloadOptions,
  log: (line: string) => void,
) {
  const { default: pRetry, AbortError } = await import("p-retry");
  const address = new URL(archive.name, url.endsWith("/") ? url : `${url}/`).href;
  const file = join(into, `${archive.name}.part`);
  log(`Downloading ${address} (${Math.round(archive.bytes / 1e6)} MB) to ${into}`);
  const attempt = async () => {
    const { resumed, refused } = await fetchRest(address, file, archive.bytes, log);
    if (refused) throw new AbortError(refused);
    const sum = await sha256(file);
    if (sum === archive.sha256) return;
    await rm(file);
    const wrong = `its SHA-256 is ${sum}, not ${archive.sha256}; something on the way changed it`;
    // Joined parts may not fit each other; a whole file that is wrong stays wrong.
    throw resumed ? new Error(wrong) : new AbortError(wrong);
  };
  await pRetry(attempt, {
    retries,
    minTimeout: pause,
    maxTimeout: 60_000,
    onFailedAttempt: ({ error, retriesLeft }) => {
      if (retriesLeft > 0) log(`Interrupted (${reasonOf(error)}); going on.`);
    },
  }).catch((error: Error) => {
    throw new Error(
      `Cannot download ${address}: ${reasonOf(error)}. ` +
        `Run again to go on, or get the file elsewhere and unpack it so that ${join(into, archive.folder)} is there.`,
    );
  });
  return file;
}

async function unpack({ name, folder }: Archive, file: string, into: string, log: (line: string) => void) {
  const temporary = join(into, `${name}.unpacking`);
  await rm(temporary, { recursive: true, force: true });
  try {
    await mkdir(temporary);
    if (name.endsWith(".zip")) await unzip(file, temporary, log);
    else await extract({ file, cwd: temporary });
    await rename(join(temporary, folder), join(into, folder));
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`Cannot unpack ${file}: ${reason}. Run again when ${into} has room; the download is kept.`);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** `fetch` hides why it failed one level down. */
function reasonOf(error: Error): string {
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}

async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
