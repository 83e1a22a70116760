import { createHash, randomUUID } from "node:crypto";
import { open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { pixelMemory } from "./decode";
import { imageBytes } from "./layout";
import { makeFolders } from "../../lib/system/folders";

// A cache is one file with a header, the pixels of the training images, and the pixels of the test images. It may contain
// only the first images of each set. It has no labels, because they follow from the names, which the fingerprint covers.

/** Numbers of images. */
export interface Counts {
  train: number;
  test: number;
}

export interface Pixels {
  train: Uint8Array;
  test: Uint8Array;
}

const headerBytes = 65_536;
/** Images with a common checksum. The first images can be read and checked without the others. */
const blockImages = 1000;
const blockBytes = blockImages * imageBytes;

const setSchema = z.object({ images: z.number(), sha256: z.array(z.string()) });
const headerSchema = z.object({
  format: z.literal("tiny-imagenet-200 64x64x3"),
  version: z.literal(1),
  fingerprint: z.string(),
  train: setSchema,
  test: setSchema,
});
type Header = z.infer<typeof headerSchema>;

/** The file exists, but its content has changed since it was written. */
export class DamagedCache extends Error {}

/** The numbers of images in a cache with this fingerprint; undefined if there is none. */
export async function cachedCounts(file: string, fingerprint: string): Promise<Counts | undefined> {
  return withFile(file, async (handle) => {
    const header = await headerOf(handle);
    if (header?.fingerprint !== fingerprint) return undefined;
    return { train: header.train.images, test: header.test.images };
  });
}

/**
 * Reads the first images of a cache, checked against their checksums.
 * @returns undefined when there is no cache, or it contains other or fewer images.
 * @throws DamagedCache when it has changed since it was written.
 */
export async function readCache(file: string, fingerprint: string, wanted: Counts): Promise<Pixels | undefined> {
  return withFile(file, async (handle) => {
    const header = await headerOf(handle);
    if (header?.fingerprint !== fingerprint) return undefined;
    const { train, test } = header;
    if (train.images < wanted.train || test.images < wanted.test) return undefined;
    return {
      train: await readSet(handle, headerBytes, train, wanted.train),
      test: await readSet(handle, headerBytes + train.images * imageBytes, test, wanted.test),
    };
  });
}

/**
 * Writes a cache, which replaces an older one completely or not at all.
 * @throws the file system's error, after removing the incomplete file.
 */
export async function writeCache(file: string, fingerprint: string, pixels: Pixels): Promise<void> {
  makeFolders(dirname(file));
  await removeAbandoned(file);
  // Processes on several nodes may have the same process id.
  const part = `${file}.${randomUUID()}.part`;
  try {
    const handle = await open(part, "wx");
    try {
      const train = await writeSet(handle, headerBytes, pixels.train);
      const test = await writeSet(handle, headerBytes + pixels.train.length, pixels.test);
      const header: Header = { format: "tiny-imagenet-200 64x64x3", version: 1, fingerprint, train, test };
      await writeFully(handle, Buffer.from(JSON.stringify(header).padEnd(headerBytes)), 0);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Removes the files of processes that were killed while writing, 1.3 GB each. */
async function removeAbandoned(file: string): Promise<void> {
  const folder = dirname(file);
  const prefix = `${basename(file)}.`;
  const tenMinutesAgo = Date.now() - 600_000;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix) || !name.endsWith(".part")) continue;
    const status = await stat(join(folder, name)).catch(() => undefined);
    if (status && status.mtimeMs < tenMinutesAgo) await rm(join(folder, name), { force: true });
  }
}

async function withFile<T>(file: string, use: (handle: FileHandle) => Promise<T>): Promise<T | undefined> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) return undefined;
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

/** Reads the header. @returns undefined for a cache of another version. */
async function headerOf(handle: FileHandle): Promise<Header | undefined> {
  const bytes = Buffer.alloc(headerBytes);
  await readFully(handle, bytes, 0);
  try {
    return headerSchema.safeParse(JSON.parse(bytes.toString("utf8"))).data;
  } catch {
    throw new DamagedCache("its header is no JSON");
  }
}

async function readSet(handle: FileHandle, position: number, set: Header["train"], wanted: number) {
  const pixels = pixelMemory(wanted);
  const readBlock = async (block: number) => {
    const start = block * blockBytes;
    const length = Math.min(blockBytes, set.images * imageBytes - start);
    // The last block must be read completely for its checksum, even if fewer images are wanted.
    const bytes = start + length <= pixels.length ? pixels.subarray(start, start + length) : new Uint8Array(length);
    await readFully(handle, bytes, position + start);
    return bytes;
  };
  const blocks = Math.ceil(wanted / blockImages);
  let next = readBlock(0);
  for (let block = 0; block < blocks; block++) {
    const bytes = await next;
    // The next block is read while this one is checked.
    if (block + 1 < blocks) next = readBlock(block + 1);
    next.catch(() => undefined); // awaited in the next round
    if (digest(bytes) !== set.sha256[block]) {
      await next.catch(() => undefined);
      throw new DamagedCache(`its images from ${block * blockImages} on are not those that were written`);
    }
    if (bytes.buffer !== pixels.buffer) pixels.set(bytes.subarray(0, pixels.length % blockBytes), block * blockBytes);
  }
  return pixels;
}

async function writeSet(handle: FileHandle, position: number, pixels: Uint8Array): Promise<Header["train"]> {
  const sha256: string[] = [];
  for (let start = 0; start < pixels.length; start += blockBytes) {
    const block = pixels.subarray(start, start + blockBytes);
    const writing = writeFully(handle, block, position + start);
    sha256.push(digest(block));
    await writing;
  }
  return { images: pixels.length / imageBytes, sha256 };
}

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

async function readFully(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, position + at);
    if (bytesRead === 0) throw new DamagedCache("it is cut short");
    at += bytesRead;
  }
}

async function writeFully(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += (await handle.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
  }
}
