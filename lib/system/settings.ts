import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { checkedText } from "./checked-json";
import { readText } from "./read-text";

/** Kinds of text in settings files. Some texts end up in `#SBATCH` lines, which have no quotes: those must be one word. */
export const oneWord = z.string().regex(/^\S*$/, { error: "it must be one word, or empty" });
export const lineOfText = z.string().regex(/^[^\n\r]*$/, { error: "it must be one line" });
export const option = lineOfText.startsWith("--", { error: "it must begin with --" });
export const variableName = z
  .string()
  .regex(/^[A-Za-z_]\w*$/, { error: "a variable's name has letters, digits and _" });

/** The files of some settings: one that comes with the workbook, and one with which a site or a user replaces some of them. */
export interface SettingsFiles {
  /** The beginning of error messages: `The hub's settings`. */
  what: string;
  /** The file that comes with the workbook. */
  usual: string;
  /** The environment variable that names the other file; where it is not set, that is `~/.config/parallel-training/NAME`. */
  variable: string;
  name: string;
}

/** The settings that come with the workbook. @throws one line with the file, the setting, and what it should be. */
export const usualSettings = <T>(files: SettingsFiles, schema: z.ZodType<T>): T => read(files, files.usual, schema);

/**
 * The settings with which the site or the user replaces some of the workbook's.
 * @returns undefined where there is no such file.
 * @throws one line, as `usualSettings`, and where the variable names a file that does not exist.
 */
export function ownSettings<T>(files: SettingsFiles, schema: z.ZodType<T>): T | undefined {
  const { variable, name } = files;
  const file = process.env[variable] ?? join(homedir(), ".config", "parallel-training", name);
  if (existsSync(file)) return read(files, file, schema);
  if (process.env[variable] === undefined) return undefined;
  throw new Error(`${variable} names ${file}, which does not exist: correct it, or unset it.`);
}

function read<T>({ what }: SettingsFiles, file: string, schema: z.ZodType<T>): T {
  const refuse = (problem: string): Error => new Error(`${what} ${file}: ${problem}.`);
  return checkedText(readText(file, refuse), schema, refuse);
}
