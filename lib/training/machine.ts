import { readFileSync } from "node:fs";
import os from "node:os";
import type { Description } from "../strategy";
import type { Where } from "../runs/record";

/** What a process says of the machine under it, for the record alone: processes may well differ in it. */
export interface OwnMachine {
  /** Of the running kernel, which containers and the nodes of a local cluster share. */
  machine: string;
  /** Which cores the process may use, as Linux lists them: `0-3,8`. Empty where they are not known. */
  cores: string;
}

/** The machine under this process. */
export function ownMachine(): OwnMachine {
  const allowed = /^Cpus_allowed_list:\s*(\S+)$/m.exec(read("/proc/self/status"));
  return { machine: read("/proc/sys/kernel/random/boot_id").trim() || os.hostname(), cores: allowed?.[1] ?? "" };
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // not Linux
  }
}

/**
 * On how many machines processes are, and how many cores they may use together: processes on one machine may have the same
 * cores, or each its own.
 * @param said By each of them, beside other things: its {@link OwnMachine}.
 */
export function machinesUnder(said: readonly Description[]): Pick<Where, "machines" | "coresInAll"> {
  const machines = new Map<string, Set<number>>();
  for (const { machine, cores } of said) {
    const known = machines.get(String(machine)) ?? new Set();
    machines.set(String(machine), new Set([...known, ...numbersOf(String(cores))]));
  }
  const counts = [...machines.values()].map(({ size }) => size);
  const areKnown = counts.every((count) => count > 0);
  return {
    machines: machines.size,
    ...(areKnown ? { coresInAll: counts.reduce((total, count) => total + count, 0) } : {}),
  };
}

/** `0-2,5` is 0, 1, 2 and 5. */
function numbersOf(list: string): number[] {
  const ranges = list === "" ? [] : list.split(",").map((range) => range.split("-").map(Number));
  return ranges.flatMap(([first, last = first]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
}
