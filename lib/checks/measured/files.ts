import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { decoded } from "../../system/read-text";

/** The most that is read of a submission. A record of the largest run has about 1.5 MiB, an experiment's 180 have 85 MiB. */
const readingLimits = { fileBytes: 8 * 2 ** 20, bytes: 256 * 2 ** 20, files: 400 };

/** A file's text, or one line that says why there is none. */
export type FileText =
  | { file: string; text: string; wrong?: undefined; isMissing?: undefined }
  | { file: string; text?: undefined; wrong: string; isMissing?: true };

export interface Finding {
  /** Whether folders and files may be links. A student's own may be, those of a submission may not. */
  links: boolean;
  limits?: typeof readingLimits;
}

export const NOT_THERE = "not there: run the cell that measures it, and hand in the folder results/ with the notebook";

/**
 * Reads files of a folder. Those of a pattern come in the order of their names.
 * @param asked names below the folder, with `/` between folders; `*` in a name stands for letters, digits and `_.,+-`.
 * @returns one entry for each file, and one for each name or pattern that no file matches, which says so.
 */
export function readAsked(
  folder: string,
  asked: readonly string[],
  { links, limits = readingLimits }: Finding,
): FileText[] {
  let [bytes, count] = [0, 0];
  return asked.flatMap((pattern): FileText[] => {
    const files = filesLike(folder, pattern.split("/"), links);
    if (files.length === 0) return [{ file: pattern, wrong: NOT_THERE, isMissing: true }];
    return files.map((file) => {
      count++;
      if (count > limits.files) return { file, wrong: `not read: more than ${limits.files} files were handed in` };
      if (bytes > limits.bytes)
        return { file, wrong: `not read: ${limits.bytes / 2 ** 20} MiB of files came before it` };
      const read = readWithin(folder, file, links, limits.fileBytes);
      bytes += read.text?.length ?? 0;
      return read;
    });
  });
}

function filesLike(folder: string, [first, ...rest]: string[], links: boolean, before = ""): string[] {
  const like = new RegExp(`^${first.split("*").map(escaped).join("[\\w.,+-]*")}$`);
  const entries = first === ".." ? [] : entriesOf(join(folder, before));
  return entries
    .filter(({ name, isLink }) => like.test(name) && (links || !isLink || rest.length === 0))
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => (rest.length === 0 ? [before + name] : filesLike(folder, rest, links, `${before}${name}/`)));
}

function entriesOf(folder: string): { name: string; isLink: boolean }[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, isLink: entry.isSymbolicLink() }));
  } catch {
    return []; // it is missing, is no folder, or may not be read
  }
}

function readWithin(folder: string, file: string, links: boolean, most: number): FileText {
  const path = join(folder, file);
  let descriptor: number | undefined;
  try {
    if (!links && !realpathSync(path).startsWith(realpathSync(folder) + sep))
      return { file, wrong: "a link, not a file" };
    // Non-blocking, because opening a pipe that nobody writes to would wait forever.
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | (links ? 0 : constants.O_NOFOLLOW);
    descriptor = openSync(path, flags);
    const status = fstatSync(descriptor);
    if (!status.isFile()) return { file, wrong: "no file, but a folder or a device" };
    if (status.size > most) {
      const [size, limit] = [status.size, most].map((bytes) => (bytes / 2 ** 20).toFixed(1));
      return { file, wrong: `too large for a record: ${size} MiB, and at most ${limit} MiB are read` };
    }
    return { file, text: decoded(readFileSync(descriptor), file, Error) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { file, wrong: code === "ELOOP" ? "a link, not a file" : `it cannot be read: ${message}` };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
