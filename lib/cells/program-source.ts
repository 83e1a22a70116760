import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { workbookRoot } from "../system/workbook";

/**
 * The text of one of the workbook's own files, for readers of a notebook.
 * @param file The path from the workbook's root: `chapters/01-one-device/train.mts`.
 * @param name Gives only the exported function with this name, with its description.
 * @throws one line when the file exports no such function.
 * @example
 * console.log(await sourceOf("lib/training/step.ts", "trainingStep"));
 */
export async function sourceOf(file: string, name?: string): Promise<string> {
  const text = await readFile(join(workbookRoot, file), "utf8");
  if (name === undefined) return text;
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`export function ${name}(`));
  if (start < 0) throw new Error(`${file} exports no function ${name}.`);
  const description = lines.slice(0, start).lastIndexOf("/**");
  const end = lines.indexOf("}", start);
  return lines.slice(lines[start - 1] === " */" ? description : start, end + 1).join("\n");
}
