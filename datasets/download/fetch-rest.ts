import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

/** How one try went. */
interface Fetched {
  /** Whether the file began as the rest of an earlier try. */
  resumed: boolean;
  /** Why another try would be in vain. */
  refused?: string;
}

/**
 * Fetches what is missing of a file (HTTP Range), or all of it where the server knows no ranges.
 * @param bytes The whole file's size.
 * @throws when the connection breaks or the server fails; what has come by then is kept in the file.
 */
export async function fetchRest(
  address: string,
  file: string,
  bytes: number,
  log: (line: string) => void,
): Promise<Fetched> {
  let have = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (have > bytes) {
    await rm(file);
    have = 0;
  }
  if (have === bytes) return { resumed: true };
  // The bytes as they lie there: a compressed transfer would have other offsets.
  const headers: Record<string, string> = { "accept-encoding": "identity" };
  if (have > 0) headers.range = `bytes=${have}-`;
  const response = await fetch(address, { headers });
  const resumed =
    response.status === 206 && (response.headers.get("content-range")?.startsWith(`bytes ${have}-`) ?? false);
  if (!resumed && response.status !== 200) {
    await response.body?.cancel();
    const answer = `the server answered ${response.status} ${response.statusText}`.trim();
    // Refusals stand; a server's own failures, and a range it did not like, may pass.
    if (response.status === 206 || response.status === 416) await rm(file, { force: true });
    else if (response.status < 500 && response.status !== 429) return { resumed, refused: answer };
    throw new Error(answer);
  }
  if (!response.body) throw new Error("the server's answer is empty");
  let done = resumed ? have : 0;
  let tenths = Math.floor((done / bytes) * 10);
  await pipeline(
    Readable.fromWeb(response.body as ReadableStream<Uint8Array>),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        done += chunk.length;
        if (Math.floor((done / bytes) * 10) > tenths) {
          tenths = Math.floor((done / bytes) * 10);
          log(`${Math.round(done / 1e6)} of ${Math.round(bytes / 1e6)} MB`);
        }
        yield chunk;
      }
    },
    createWriteStream(file, { flags: resumed ? "a" : "w" }),
  );
  return { resumed };
}
