import { createHash } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { lstat, open, opendir, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { limits, megabytes } from "./limits";
import { quoted } from "./words";

/** A file of a submission. */
export interface SubmittedFile {
  /** Relative to the submission's folder. */
  path: string;
  /** Its path on this machine. */
  from: string;
  bytes: number;
}

/** Files and folders that programs make and no student means to hand in. */
const ignored = new Set([".ipynb_checkpoints", ".git", "__pycache__", "node_modules", ".DS_Store"]);

/**
 * Finds the regular files of a submission, within the limits. It follows no links, and opens no pipes, devices, or sockets.
 * @returns also notes on what was left out.
 */
export async function findFiles(folder: string): Promise<{ files: SubmittedFile[]; notes: string[] }> {
  const walk = new Walk(folder);
  await walk.into("", 0);
  return { files: walk.files.sort((a, b) => (a.path < b.path ? -1 : 1)), notes: walk.leftOut.lines() };
}

/** Whether a file is a notebook that lies in the submission's own folder. */
export const isTopNotebook = (path: string): boolean => path.endsWith(".ipynb") && !path.includes("/");

class Walk {
  readonly files: SubmittedFile[] = [];
  readonly leftOut = new LeftOut();
  private names = 0;
  private bytes = 0;

  constructor(private readonly folder: string) {}

  async into(path: string, depth: number): Promise<void> {
    const entries = await opendir(join(this.folder, path)).catch(() => undefined);
    if (!entries) return this.leftOut.add("that cannot be read", path, "folder");
    for await (const { name } of entries) {
      if (++this.names > limits.names) {
        this.leftOut.add(`after the first ${limits.names} names`, path, "folder");
        return;
      }
      if (!ignored.has(name)) await this.look(path === "" ? name : `${path}/${name}`, depth);
    }
  }

  private async look(path: string, depth: number): Promise<void> {
    const file = join(this.folder, path);
    const status = await lstat(file).catch(() => undefined);
    if (!status) return this.leftOut.add("whose name cannot be read", path);
    if (status.isDirectory()) {
      if (depth < limits.depth) return this.into(path, depth + 1);
      return this.leftOut.add(`deeper than ${limits.depth} folders`, path, "folder");
    }
    if (status.isSymbolicLink()) {
      // Experiments claim their attempts by links, which no check reads.
      if (!path.startsWith("results/")) this.leftOut.add("to elsewhere, not followed", path, "link");
      return;
    }
    if (!status.isFile()) return this.leftOut.add("that is a pipe, a device or a socket", path, "entry");
    this.take(path, file, status);
  }

  private take(path: string, from: string, { size }: Stats): void {
    if (isTopNotebook(path)) this.files.push({ path, from, bytes: size });
    else if (size > limits.fileBytes) this.leftOut.add(`larger than ${megabytes(limits.fileBytes)}`, path);
    else if (this.bytes + size > limits.filesBytes)
      this.leftOut.add(`after the first ${megabytes(limits.filesBytes)}`, path);
    else if (this.files.length >= limits.files) this.leftOut.add(`after the first ${limits.files} files`, path);
    else {
      this.bytes += size;
      this.files.push({ path, from, bytes: size });
    }
  }
}

/** Counts what was left out, by reason, and keeps a few names of each. */
class LeftOut {
  private readonly reasons = new Map<string, { count: number; names: string[]; what: string }>();

  add(reason: string, path: string, what = "file"): void {
    const known = this.reasons.get(what + reason) ?? { count: 0, names: [], what };
    known.count += 1;
    if (known.names.length < 3) known.names.push(quoted(path));
    this.reasons.set(what + reason, { ...known });
  }

  lines(): string[] {
    return [...this.reasons].map(([key, { count, names, what }]) => {
      const whats = count === 1 ? what : what.endsWith("y") ? `${what.slice(0, -1)}ies` : `${what}s`;
      const more = count > names.length ? ", ..." : "";
      return `Left out: ${count} ${whats} ${key.slice(what.length)} (${names.join(", ")}${more}).`;
    });
  }
}

/**
 * Reads a regular file.
 * @throws the file system's error, or one line if it is no regular file any more or larger than `most` bytes.
 */
export async function readRegular(file: string, most: number): Promise<Buffer> {
  const handle = await openRegular(file);
  try {
    const { size } = await handle.stat();
    if (size > most) {
      throw new Error(`is larger than ${megabytes(most)}: restart its kernel, clear all outputs, and hand it in again`);
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function openRegular(file: string): Promise<FileHandle> {
  // With O_NONBLOCK, a pipe that has taken the file's place does not block.
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error("is no regular file");
}

/** A digest of the names, sizes, and contents of files, in this order; without the contents of those that cannot be read. */
export async function digestOf(files: readonly SubmittedFile[]): Promise<string> {
  const hash = createHash("sha256");
  for (const { path, from, bytes } of files) {
    hash.update(`${JSON.stringify(path)} ${bytes}\n`);
    if (bytes > limits.notebookBytes) continue; // grading does not read it either
    const handle = await openRegular(from).catch(() => undefined);
    if (!handle) continue;
    for await (const chunk of handle.createReadStream()) hash.update(chunk as Buffer); // closes the handle
  }
  return hash.digest("hex");
}
