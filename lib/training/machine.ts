import { readFileSync } from "node:fs";
import os from "node:os";
import type { Description } from "../strategy";
import type { Where } from "../runs/record";

/**
 * The machine of this process, for the record. Processes of one run may differ in it.
 * @returns the id of the running kernel, which containers and the nodes of a local cluster share, and the cores that the
 * process may use in Linux's notation (`0-3,8`; empty if unknown).
 */
export function ownMachine(): { machine: string; cores: string } {
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
 * The machines of some processes, and the cores that they may use together. Processes on one machine may share cores.
 * @param descriptions One for each process, with its {@link ownMachine}.
 */
export function machinesUnder(descriptions: readonly Description[]): Pick<Where, "machines" | "coresInAll"> {
  const machines = new Map<string, Set<number>>();
  for (const { machine, cores } of descriptions) {
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
