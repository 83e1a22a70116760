import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** A process that is not mistaken for a later one with the same number. */
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

/** A process of one of several machines that see the same folder. */
export interface NamedProcess extends ProcessIdentity {
  host: string;
}

/** A process of this machine in one word: `login1:1234-567890`. */
export const nameOf = ({ pid, started }: ProcessIdentity): string => `${hostname()}:${pid}-${started}`;

/** Reads {@link nameOf} back; undefined where it is none. */
export function processNamed(name: string): NamedProcess | undefined {
  const [, host, pid, started] = /^(.+):(\d+)-(\d+)$/.exec(name) ?? [];
  return host === undefined ? undefined : { host, pid: Number(pid), started };
}

/** The process of this number that runs now; undefined where there is none, or it has ended and only its parent has not noticed. */
export function runningProcess(pid: number): ProcessIdentity | undefined {
  const stat = statOf(pid);
  return stat === undefined || "ZX".includes(stat.state) ? undefined : { pid, started: stat.started };
}

/** Whether a process of this machine still runs. */
export const stillRuns = ({ pid, started }: ProcessIdentity): boolean => runningProcess(pid)?.started === started;

/** The number of the process that started this one, or took it over; undefined where there is no such process. */
export const parentOf = (pid: number): number | undefined => statOf(pid)?.parent;

/** The process group of a process, by its leader's number; undefined where there is no such process. */
export const groupOf = (pid: number): number | undefined => statOf(pid)?.group;

/** What proc(5) tells in /proc/PID/stat. */
function statOf(pid: number): { state: string; parent: number; group: number; started: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the program's name, which stands in parentheses and may hold anything.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0], parent: Number(fields[1]), group: Number(fields[2]), started: fields[19] };
  } catch {
    return undefined;
  }
}
