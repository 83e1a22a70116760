import { contentOf } from "../lib/system/content-of";
import { allPids } from "../lib/system/process";

/** The command lines of all processes that run, by their ids. A zero byte ends each word. */
export const commandLines = (): [pid: number, line: string][] =>
  allPids().map((pid) => [pid, contentOf(`/proc/${pid}/cmdline`)]);
