import { readFileSync } from "node:fs";

/** A process that is not mistaken for a later one with the same number. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, in the kernel's clock ticks. */
  started: string;
}

/** @throws when there is no such process. */
export function processIdentity(pid: number): ProcessIdentity {
  return { pid, started: startOf(pid) };
}

/** In one word: `1234-567890`. */
export const nameOf = ({ pid, started }: ProcessIdentity): string => `${pid}-${started}`;

/** Reads {@link nameOf} back; undefined where it is none. */
export function processNamed(name: string): ProcessIdentity | undefined {
  const [, pid, started] = /^(\d+)-(\d+)$/.exec(name) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), started };
}

/** Whether a process of this machine still runs. */
export function stillRuns({ pid, started }: ProcessIdentity): boolean {
  try {
    return startOf(pid) === started && stateOf(pid) !== "Z";
  } catch {
    return false;
  }
}

// proc(5): the fields of /proc/PID/stat after the name, which may hold spaces, in brackets.
const fields = (pid: number): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
};
const stateOf = (pid: number): string => fields(pid)[0];
const startOf = (pid: number): string => fields(pid)[19];

/** The process group of a process, by its leader's number; undefined where there is no such process. */
export function groupOf(pid: number): number | undefined {
  try {
    return Number(fields(pid)[2]);
  } catch {
    return undefined;
  }
}
