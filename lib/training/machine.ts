import { readFileSync } from "node:fs";
import os from "node:os";
import { allowedCores, coreNumbers } from "../system/cores";
import type { Description } from "../strategy";
import type { Where } from "../runs/record";

/**
 * The machine of this process, for the record. Processes of one run may differ in it.
 * @returns the id of the running kernel, which containers and the nodes of a local cluster share, and the cores that the
 * process may use in Linux's notation (`0-3,8`; empty if unknown).
 */
export function ownMachine(): { machine: string; cores: string } {
  return { machine: bootId() || os.hostname(), cores: allowedCores() };
}

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
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
    machines.set(String(machine), new Set([...known, ...coreNumbers(String(cores))]));
  }
  const counts = [...machines.values()].map(({ size }) => size);
  const areKnown = counts.every((count) => count > 0);
  return {
    machines: machines.size,
    ...(areKnown ? { coresInAll: counts.reduce((total, count) => total + count, 0) } : {}),
  };
}
