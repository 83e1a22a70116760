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

/** The regular files of a submission, and in lines what was left out of it. */
export interface Found {
  files: SubmittedFile[];
  notes: string[];
}

/** Files and folders that nobody means to hand in. */
const unmeant = new Set([".ipynb_checkpoints", ".git", "__pycache__", "node_modules", ".DS_Store"]);

/**
 * Finds the regular files of a submission, within the limits. Links are not followed; pipes, devices and sockets are not
 * opened.
 */
export async function findFiles(folder: string): Promise<Found> {
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
      if (!unmeant.has(name)) await this.look(path === "" ? name : `${path}/${name}`, depth);
    }
  }

  private async look(path: string, depth: number): Promise<void> {
    const file = join(this.folder, path);
    const found = await lstat(file).catch(() => undefined);
    if (!found) return this.leftOut.add("whose name cannot be read", path);
    if (found.isDirectory()) {
      if (depth < limits.depth) return this.into(path, depth + 1);
      return this.leftOut.add(`deeper than ${limits.depth} folders`, path, "folder");
    }
    if (found.isSymbolicLink()) {
      // An experiment's own claims on its attempts are links; no check reads them.
      if (!path.startsWith("results/")) this.leftOut.add("to elsewhere, not followed", path, "link");
      return;
    }
    if (!found.isFile()) return this.leftOut.add("that is a pipe, a device or a socket", path, "entry");
    this.take(path, file, found);
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

/** What was left out, counted by reason, with a few names each. */
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
 * Reads a regular file, up to a limit of bytes.
 * @throws what the file system says; also where it is no regular file any more, or larger.
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
  // A pipe that took the file's place would be waited for without O_NONBLOCK.
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error("is no regular file");
}

/** A digest of the names and contents of files, in the order given. Those that cannot be read count by their name. */
export async function digestOf(files: readonly SubmittedFile[]): Promise<string> {
  const whole = createHash("sha256");
  for (const { path, from, bytes } of files) {
    whole.update(`${JSON.stringify(path)} ${bytes}\n`);
    if (bytes > limits.notebookBytes) continue; // not read for grading, either
    const handle = await openRegular(from).catch(() => undefined);
    if (!handle) continue;
    for await (const chunk of handle.createReadStream()) whole.update(chunk as Buffer); // closes the handle
  }
  return whole.digest("hex");
}
