import { basename, dirname, extname } from "node:path";

/**
 * The name of this process's program, for the record: `01-one-device/train` for a chapter's program, the file's name for another,
 * `notebook` where there is none.
 */
export function programName(): string {
  const file = process.argv.at(1);
  if (file === undefined || file.includes("tslab")) return "notebook";
  const name = basename(file, extname(file));
  const folder = dirname(file);
  const chapter = dirname(folder);
  const isChapters = basename(folder) === "programs" && basename(dirname(chapter)) === "chapters";
  return isChapters ? `${basename(chapter)}/${name}` : name;
}
