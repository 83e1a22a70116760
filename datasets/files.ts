import { readdir } from "node:fs/promises";
import { decoded, readBytes } from "../lib/system/read-text";

/** Of one file, ten times what the largest has. */
const MOST_BYTES = 1e9;

/**
 * Reads a file of a dataset.
 * @param dataset The dataset's name, for error messages.
 * @throws one line with the file, the reason and the remedy.
 */
export async function readDataFile(file: string, dataset: string): Promise<Buffer> {
  const refuse = (problem: string, code?: string): Error =>
    new Error(`Cannot read ${file}: ${unreadable({ name: "", code, message: problem }, dataset)}.`);
  return readBytes(file, refuse, MOST_BYTES);
}

/**
 * Lists a folder of a dataset.
 * @param dataset The dataset's name, for error messages.
 * @throws one line with the folder, the reason and the remedy.
 */
export async function listDataFolder(folder: string, dataset: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    throw new Error(`Cannot read the data folder ${folder}: ${unreadable(error as NodeJS.ErrnoException, dataset)}.`);
  }
}

/** The reason why a dataset's file or folder cannot be read, and the remedy. */
export function unreadable({ code, message }: NodeJS.ErrnoException, dataset: string): string {
  if (code === "ENOENT") return `it does not exist; correct the name, or name none, and ${dataset} is downloaded`;
  if (code === "ENOTDIR")
    return "it is not a folder; unpack it if it is an archive, and name the folder with the files";
  if (code === "EACCES" || code === "EPERM") return "you may not read it; ask its owner for `chmod -R a+rX`";
  return message;
}

/**
 * The lines of a text file that are not blank, trimmed.
 * @throws one line with the file and the remedy where it is not UTF-8.
 */
export function linesOf(bytes: Uint8Array, file: string): string[] {
  return decoded(Buffer.from(bytes), file, (problem) => new Error(`${file}: ${problem}.`))
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The first three names and the number of the others, for an error message. */
export function firstNames(names: string[]): string {
  const shown = names.slice(0, 3).join(", ");
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}

/** The remedy for a damaged file of a dataset, for the end of an error message. */
export function copyAgain(dataset: string): string {
  return `Copy the folder anew from a good one, or name no data folder, and ${dataset} is downloaded and checked.`;
}
