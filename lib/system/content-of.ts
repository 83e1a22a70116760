import { readFileSync } from "node:fs";

/** A text that may not be there, such as what Linux tells of a process; "" where it cannot be read. */
export function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
