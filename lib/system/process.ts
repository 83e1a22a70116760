import { readdirSync, readFileSync, statSync } from "node:fs";
import { hostname } from "node:os";

/** A process, told apart from a later one with the same number. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, in the kernel's clock ticks. */
  started: string;
}

/** @throws when there is no such process. */
export function processIdentity(pid: number): ProcessIdentity {
  const stat = statOf(pid);
  if (stat === undefined) throw new Error(`There is no process ${pid} on this machine.`);
  return { pid, started: stat.started };
}

/** A process of this machine in one word: `login1:1234-567890`. */
export const nameOf = ({ pid, started }: ProcessIdentity): string => `${hostname()}:${pid}-${started}`;

/** Reads a name that {@link nameOf} made, on this machine or another; undefined where it is not such a name. */
export function processNamed(name: string): (ProcessIdentity & { host: string }) | undefined {
  const [, host, pid, started] = /^(.+):(\d+)-(\d+)$/.exec(name) ?? [];
  return host === undefined ? undefined : { host, pid: Number(pid), started };
}

/** The process with this number; undefined where there is none, or it has ended and only its parent has not noticed yet. */
export function runningProcess(pid: number): ProcessIdentity | undefined {
  const stat = statOf(pid);
  return stat === undefined || "ZX".includes(stat.state) ? undefined : { pid, started: stat.started };
}

/** The numbers of all processes. */
export const allPids = (): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** The number of the account that a process runs in; undefined where there is no such process. */
export const uidOf = (pid: number): number | undefined => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid;

/** Whether this process of this machine still runs. */
export const stillRuns = ({ pid, started }: ProcessIdentity): boolean => runningProcess(pid)?.started === started;

/** The number of a process's parent, which may have adopted it; undefined where there is no such process. */
export const parentOf = (pid: number): number | undefined => statOf(pid)?.parent;

/** The number of a process's group, which is its leader's number; undefined where there is no such process. */
export const groupOf = (pid: number): number | undefined => statOf(pid)?.group;

/** Reads /proc/PID/stat, see proc(5). */
function statOf(pid: number): { state: string; parent: number; group: number; started: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name stands in parentheses and may hold anything, so the fields are counted from behind it.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0], parent: Number(fields[1]), group: Number(fields[2]), started: fields[19] };
  } catch {
    return undefined;
  }
}
