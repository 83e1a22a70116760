import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { fetchByProxy } from "./proxy";

/** A smaller file is there before anybody has read a line about it. */
const worthLines = 10e6;

/** The result of one attempt. */
interface Fetched {
  /** Whether the file contains a part from an earlier attempt. */
  resumed: boolean;
  /** Why another attempt would be useless. */
  refused?: string;
}

/**
 * Fetches the missing part of a file (HTTP Range), or the whole file if the server does not support ranges.
 * @param bytes The size of the whole file.
 * @throws when the connection breaks or the server fails. The file keeps the part that has arrived.
 */
export async function fetchRest(
  address: string,
  file: string,
  bytes: number,
  log: (line: string) => void,
): Promise<Fetched> {
  let have = await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
  if (have > bytes) {
    await rm(file);
    have = 0;
  }
  if (have === bytes) return { resumed: true };
  // A compressed transfer would have other offsets.
  const headers: Record<string, string> = { "accept-encoding": "identity" };
  if (have > 0) headers.range = `bytes=${have}-`;
  const response = await fetchByProxy(address, headers);
  const resumed =
    response.status === 206 && (response.headers.get("content-range")?.startsWith(`bytes ${have}-`) ?? false);
  if (!resumed && response.status !== 200) {
    await response.body?.cancel();
    const answer = `the server answered ${response.status} ${response.statusText}`.trim();
    // A refusal is final, but a server's failure or a refused range may pass.
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
        if (bytes >= worthLines && Math.floor((done / bytes) * 10) > tenths) {
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
