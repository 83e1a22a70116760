import { readdirSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { printable } from "../../../lib/system/printable";

/** Folders inside each other that are looked through: TinyImageNet has three. */
const DEPTH = 5;

/**
 * The first JPEGs of a folder and of the folders in it, by their names; links to folders are not followed.
 * @param most How many at most.
 * @throws one line when the folder cannot be read, or holds none.
 */
export function jpegsIn(folder: string, most: number): string[] {
  const files: string[] = [];
  const look = (inside: string, depth: number): void => {
    for (const entry of entriesOf(inside)) {
      if (files.length >= most) return;
      const path = join(inside, entry.name);
      if (entry.isDirectory() && depth < DEPTH) look(path, depth + 1);
      else if (!entry.isDirectory() && /^[^.].*\.jpe?g$/i.test(entry.name)) files.push(path);
    }
  };
  look(folder, 1);
  if (files.length > 0) return files;
  throw refusal(`${folder} holds no .jpg or .jpeg file: name a folder with some, or none for made-up images.`);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const known: Partial<Record<string, string>> = {
      ENOENT: "it does not exist, so check the path",
      ENOTDIR: "it is no folder, so name the folder that the files are in",
      EACCES: "you may not read it, so ask its owner for `chmod -R a+rX`",
    };
    throw refusal(`Cannot read the folder ${folder}: ${known[code ?? ""] ?? message}.`);
  }
}

/** An error in one line that a terminal can show: names of files may hold anything. */
export const refusal = (line: string): Error => new Error(printable(line));
