import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { workbookRoot } from "../system/workbook";

/**
 * The text of one of the workbook's own files, for readers of a notebook.
 * @param file The path from the workbook's root: `chapters/01-one-device/programs/train.mts`.
 * @param name Gives only the function, or the private method, with this name, and its description.
 * @throws one line when the file has no such function.
 * @example
 * console.log(await sourceOf("lib/training/step.ts", "trainingStep"));
 */
export async function sourceOf(file: string, name?: string): Promise<string> {
  const text = await readFile(join(workbookRoot, file), "utf8");
  if (name === undefined) return text;
  const lines = text.split("\n");
  const start = lines.findIndex((line) => new RegExp(`^ *(export |private |async |function )+${name}[<(]`).test(line));
  if (start < 0) throw new Error(`${file} has no function ${name}.`);
  const indent = lines[start].search(/\S/);
  const end = lines.indexOf(`${" ".repeat(indent)}}`, start);
  const first = lines[start - 1].endsWith("*/") ? lines.findLastIndex((line, at) => at < start && line.trim().startsWith("/**")) : start; // prettier-ignore
  return lines
    .slice(first, end + 1)
    .map((line) => line.slice(indent))
    .join("\n");
}
