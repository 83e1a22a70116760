import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { makeFolders } from "./folders";

/**
 * Writes a file in one atomic step: if the process is killed, the machine fails or the disk is full, the file holds either
 * its old content or the new one. (write-file-atomic does not notice when a full disk cuts a write short, and replaces the
 * file by half of the new content.)
 * @param options `by` is the folder of the temporary file, on the same file system; if it has been removed, nothing is
 * written. Default: the file's own folder. `mode` is the file's permissions from its first byte on.
 * @throws what the file system says; the old file stays.
 */
export async function writeWhole(
  file: string,
  content: string | Uint8Array,
  { by = dirname(file), mode }: { by?: string; mode?: number } = {},
): Promise<void> {
  const temporary = temporaryFile(file, by);
  try {
    await writeDurably(temporary, content, mode);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(file));
}

/** Writes a file that does not exist yet, and waits until it is on the disk. */
export async function writeDurably(file: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const handle = await open(file, "wx", mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** {@link writeWhole} for a process that is about to end. */
export function writeWholeSync(file: string, text: string, mode?: number): void {
  const temporary = temporaryFile(file, dirname(file));
  try {
    const handle = openSync(temporary, "wx", mode);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** What a run of hours writes at least, in bytes. */
const LEAST_ROOM = 2 ** 20;

/**
 * Refuses an output before the work whose results it is to hold, and makes the folders that are missing: it writes a file there and
 * removes it.
 * @param what The beginning of the error message: `The run record`.
 * @param isFolder Whether `path` is to be a folder of outputs.
 * @throws one line with the path, the reason and the remedy.
 */
export function refuseUnwritable(what: string, path: string, { isFolder = false } = {}): void {
  const refuse = (problem: string): Error => new Error(`${what} ${path} cannot be written: ${problem}.`);
  const probe = temporaryFile(path, isFolder ? path : dirname(path));
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!isFolder && found?.isDirectory()) throw refuse("it is a folder, so name a file in it");
    if (!isFolder && found && !found.isFile()) throw refuse("it is no regular file, so name another one");
    makeFolders(dirname(probe));
    try {
      writeFileSync(probe, Buffer.alloc(LEAST_ROOM), { flag: "wx" });
    } finally {
      rmSync(probe, { force: true });
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw refuse(whyUnwritable.get(code) ?? `${message}, so name another place`);
  }
}

const aboveIsFile = "a file stands where a folder is needed, so name another place";
const full = `the disk, or your share of it, has less than ${LEAST_ROOM / 2 ** 20} MiB left, so make room`;
const forbidden = "you may not write there, so name another place";
const whyUnwritable = new Map([
  ["EEXIST", aboveIsFile],
  ["ENOTDIR", aboveIsFile],
  ["EACCES", forbidden],
  ["EPERM", forbidden],
  ["ENOENT", "no file can be made there, so name another place"],
  ["EROFS", "that file system can only be read, so name another place"],
  ["ENAMETOOLONG", "a name in it is too long, so shorten it"],
  ["ENOSPC", full],
  ["EDQUOT", full],
]);

/** A name that no other process uses, on any machine that sees the folder. */
function temporaryFile(file: string, folder: string): string {
  return join(folder, `.${basename(file)}.${process.pid}-${randomBytes(4).toString("hex")}`);
}

/** A renamed file survives a power failure only once its folder is on the disk, too; some file systems cannot do that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
