import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import lockfile from "proper-lockfile";
import { extract } from "tar";
import { fetchRest } from "./fetch-rest";
import { unzip } from "./unzip";

/** A `.tar.gz` or `.zip` with a single folder. */
export interface Archive {
  /** The file's name, at the end of its address. */
  name: string;
  bytes: number;
  sha256: string;
  /** The folder that it unpacks to. */
  folder: string;
}

interface DownloadOptions {
  /** The archive's address without its name. */
  url: string;
  into: string;
  /** Called with a line now and then. Default: to standard error. */
  log?: (line: string) => void;
  /** Attempts after the first. Each one continues where the last one failed. Default 8. */
  retries?: number;
  /** Milliseconds before the second attempt; they double after each attempt. Default 1000. */
  pause?: number;
}

/** The folder for downloaded data: `WORKBOOK_DATA_DIR`, else `~/.cache/parallel-training`. */
export function userDataFolder(): string {
  return process.env.WORKBOOK_DATA_DIR ?? join(homedir(), ".cache", "parallel-training");
}

/**
 * Downloads and unpacks an archive once. After an interruption it continues where it stopped, and a second process waits for
 * the first. The folder appears complete and checked, or not at all. With `WORKBOOK_OFFLINE` nothing is downloaded.
 * @returns the unpacked folder.
 * @throws one line with the address, the reason and the remedy.
 */
export async function downloadArchive(archive: Archive, options: DownloadOptions): Promise<string> {
  const { into, log = (line: string) => process.stderr.write(line + "\n") } = options;
  const target = join(into, archive.folder);
  if (existsSync(target)) return target;
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
    // Losing the lock after a minute's standstill is harmless: the checksum and the renaming protect the result.
    onCompromised: () => undefined,
  });
  try {
    if (existsSync(target)) return target;
    const file = await fetchArchive(archive, options, log);
    await unpack(archive, file, into, log);
    await rm(file);
    return target;
  } finally {
    await unlock().catch(() => undefined);
  }
}

async function fetchArchive(
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
    const reason = `its SHA-256 is ${sum}, not ${archive.sha256}; something on the way changed it`;
    // Parts of two downloads may not fit together, but another download of the whole file would give the same file.
    throw resumed ? new Error(reason) : new AbortError(reason);
  };
  await pRetry(attempt, {
    retries,
    minTimeout: pause,
    maxTimeout: 60_000,
    onFailedAttempt: ({ error, retriesLeft }) => {
      if (retriesLeft > 0 && mayHelp(error)) log(`Interrupted (${reasonOf(error)}); trying again.`);
    },
    shouldRetry: ({ error, attemptNumber }) => attemptNumber < 2 || mayHelp(error),
  }).catch((error: Error) => {
    throw new Error(
      `Cannot download ${address}: ${reasonOf(error)}. ` +
        `Run again to go on, or get the file elsewhere and unpack it so that ${join(into, archive.folder)} is there. ` +
        "Without a network, the dataset synthetic has made-up images.",
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

/** `fetch` gives the reason for a failure in the error's cause. */
/** Whether another try may help: a host that nobody knows has most often no network to be asked through. */
const mayHelp = (error: Error): boolean => !/ENOTFOUND|EAI_AGAIN/.test(reasonOf(error));

function reasonOf(error: Error): string {
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}

async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
