import { readFileSync } from "node:fs";

/** The number of pages of a PDF as Chromium writes it: its page objects are not compressed. */
export function pdfPages(file: string): number {
  return readFileSync(file, "latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
