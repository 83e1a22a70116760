import { existsSync } from "node:fs";
import { join } from "node:path";
import { workbookRoot } from "../system/workbook";

/** The built file of a chapter's program, such as `train` of `01-one-device`; undefined where there is none. */
export function chapterProgram(chapter = "", name = ""): string | undefined {
  const file = join(workbookRoot, "dist", "chapters", chapter, "programs", `${name}.mjs`);
  return existsSync(file) ? file : undefined;
}
