import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Writes a file in one atomic step: whenever the process is killed, the machine fails or the disk is full, the file is the
 * old one or the new one. (write-file-atomic takes a write that a full disk has cut short for a whole one, and puts half
 * of the file in its place.)
 * @throws what the file system says; the old file stays.
 */
export async function writeWhole(file: string, content: string | Uint8Array, how: HowToWrite = {}): Promise<void> {
  const next = nextTo(file, how.by ?? dirname(file));
  try {
    await writeDurably(next, content, how.mode);
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true }).catch(() => undefined);
    throw error;
  }
  await keepName(dirname(file));
}

/** How {@link writeWhole} writes. */
export interface HowToWrite {
  /**
   * The folder through which the file is written, on the same file system; default: the file's own. Where it has been taken
   * away, nothing is written.
   */
  by?: string;
  /** Who may read and write it, from its first byte on; default: as the process's umask says. */
  mode?: number;
}

/** Writes a file that is not there yet, and waits until it is on the disk. */
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
  const next = nextTo(file, dirname(file));
  try {
    const handle = openSync(next, "wx", mode);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

/** Of this process alone, on all machines that see the folder. */
function nextTo(file: string, by: string): string {
  return join(by, `.${basename(file)}.${process.pid}-${randomBytes(4).toString("hex")}`);
}

/** A renamed file survives a power failure once its folder is on the disk, too; some file systems cannot do that. */
async function keepName(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
