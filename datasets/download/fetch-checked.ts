import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fetchRest } from "./fetch-rest";

/** A file with a known content. */
export interface RemoteFile {
  /** The file's name, at the end of its address. */
  name: string;
  bytes: number;
  sha256: string;
}

export interface DownloadOptions {
  /** The file's address without its name. */
  url: string;
  into: string;
  /** Called with a line now and then. Default: to standard error. */
  log?: (line: string) => void;
  /** Attempts after the first. Each one continues where the last one failed. Default 8. */
  retries?: number;
  /** Milliseconds before the second attempt; they double after each attempt. Default 1000. */
  pause?: number;
}

export const toStandardError = (line: string): void => {
  process.stderr.write(line + "\n");
};

/**
 * Downloads a file, or the rest of it, and checks it.
 * @param otherwise What people can do without this download, for the end of an error message.
 * @returns the downloaded file, whose name ends in `.part` until the caller has made of it what it wants.
 * @throws one line with the address, the reason and the remedy.
 */
export async function fetchChecked(
  { name, bytes, sha256 }: RemoteFile,
  { url, into, retries = 8, pause = 1000, log = toStandardError }: DownloadOptions,
  otherwise: string,
): Promise<string> {
  const { default: pRetry, AbortError } = await import("p-retry");
  const address = new URL(name, url.endsWith("/") ? url : `${url}/`).href;
  const file = join(into, `${name}.part`);
  log(`Downloading ${address} (${Math.round(bytes / 1e6)} MB) to ${into}`);
  const attempt = async () => {
    const { resumed, refused } = await fetchRest(address, file, bytes, log);
    if (refused) throw new AbortError(refused);
    const sum = await sha256Of(file);
    if (sum === sha256) return;
    await rm(file);
    const reason = `its SHA-256 is ${sum}, not ${sha256}; something on the way changed it`;
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
    throw new Error(`Cannot download ${address}: ${reasonOf(error)}. Run again to go on, or ${otherwise}`);
  });
  return file;
}

/** Whether another try may help: a host that nobody knows has most often no network to be asked through. */
const mayHelp = (error: Error): boolean => !/ENOTFOUND|EAI_AGAIN/.test(reasonOf(error));

/** `fetch` gives the reason for a failure in the error's cause. */
function reasonOf(error: Error): string {
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
