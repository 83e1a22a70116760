import { readdirSync, readFileSync } from "node:fs";

/** The command lines of all processes that run, by their ids. A zero byte ends each word. */
export const commandLines = (): [pid: number, line: string][] =>
  readdirSync("/proc").filter(Number).map((pid) => [Number(pid), lineOf(pid)]); // prettier-ignore

function lineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // it has ended
  }
}
