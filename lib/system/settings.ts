import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { z } from "zod";
import { checkedText } from "./checked-json";

/** Settings that come with the workbook, and of which a site or a user may replace some. */
export interface SettingsFiles {
  /** In errors: `The hub's settings`. */
  what: string;
  /** The file that comes with the workbook. */
  usual: string;
  /** The variable that names the own one; else it is `~/.config/parallel-training/NAME`. */
  variable: string;
  name: string;
}

/** The settings that come with the workbook. @throws one line with the file, the setting, and what it should be. */
export const usualSettings = <T>(files: SettingsFiles, schema: z.ZodType<T>): T => read(files, files.usual, schema);

/**
 * What the own file replaces.
 * @returns undefined where there is none.
 * @throws one line, as `usualSettings`, and where the variable names a file that is not there.
 */
export function ownSettings<T>(files: SettingsFiles, schema: z.ZodType<T>): T | undefined {
  const { variable, name } = files;
  const own = process.env[variable] ?? join(homedir(), ".config", "parallel-training", name);
  if (existsSync(own)) return read(files, own, schema);
  if (process.env[variable] === undefined) return undefined;
  throw new Error(`${variable} names ${own}, which does not exist: correct it, or unset it.`);
}

function read<T>({ what }: SettingsFiles, file: string, schema: z.ZodType<T>): T {
  const refuse = (wrong: string): Error => new Error(`${what} ${file}: ${wrong}.`);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw refuse((error as Error).message);
  }
  return checkedText(text, schema, refuse);
}
