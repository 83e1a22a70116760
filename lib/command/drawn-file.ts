import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { chromiumPath } from "../plots/static";

/**
 * Refuses a file before the work whose figure it is to have.
 * @param what is drawn, as the error begins with it: `A plan`
 * @throws one line when the file has another ending, cannot be written, or needs Chromium, which is not installed.
 */
export function refuseUndrawable(what: string, out: string): void {
  if (!/\.(html|png|svg|json)$/.test(out)) {
    throw new Error(`${what} is drawn as .html, .png, .svg or .json, not "${out}".`);
  }
  if (/\.(png|svg)$/.test(out)) chromiumPath();
  if (existsSync(out) && statSync(out).isDirectory()) {
    throw new Error(`${what} cannot be drawn as ${out}, which is a folder: name a file.`);
  }
  try {
    if (existsSync(out)) accessSync(out, constants.W_OK);
    rmdirSync(mkdtempSync(join(folderAbove(out), ".drawn-")));
  } catch {
    throw new Error(`${what} cannot be drawn as ${out}, where no file can be made: name one in another folder.`);
  }
}

/** The innermost folder of a file that exists already; the others are made. */
function folderAbove(file: string): string {
  const folder = dirname(file);
  return existsSync(folder) ? folder : folderAbove(folder);
}
