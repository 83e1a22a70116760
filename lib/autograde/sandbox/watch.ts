import { existsSync, readdirSync, readFileSync, statfsSync } from "node:fs";
import { home, questionsFile } from "./arguments";
import { mostFiles, type Limits } from "./limits";
import type { EndKind } from "./outcome";

/** How often a sandbox is looked at. */
export const watchMilliseconds = 100;

/**
 * Looks at a sandbox from outside: what the kernel does not limit for all its processes together.
 * @param first process id of its first process
 * @returns why it must be ended; undefined while all is well
 */
export function excess(first: number, limits: Limits): EndKind | undefined {
  const root = `/proc/${first}/root`;
  if (!existsSync(root + questionsFile)) return undefined; // bubblewrap has not left this machine's own files yet
  try {
    const { memoryBytes, threads } = usage(`${root}/proc`);
    if (memoryBytes > limits.memoryBytes) return "memory";
    // The kernel lets it have no more than the limit: one that comes near has no use for so many.
    if (threads >= 0.9 * limits.processes) return "processes";
    const { blocks, bavail, files, ffree } = statfsSync(root + home);
    if (bavail < 0.01 * blocks || files - ffree > mostFiles) return "disk";
  } catch {
    return undefined; // the sandbox has just ended
  }
  return undefined;
}

/** This machine's memory that is still free, in bytes. */
export function freeMemory(): number {
  return 1024 * Number(/^MemAvailable:\s*(\d+) kB/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1] ?? Infinity);
}

/** How many processes Linux has ended for want of memory, on this machine or as another file of Linux's counts them. */
export function endedForMemory(file = "/proc/vmstat"): number {
  return Number(/^oom_kill (\d+)$/m.exec(readFileSync(file, "utf8"))?.[1] ?? 0);
}

/**
 * What all processes of a sandbox use, pages of shared libraries left out.
 * @param processes its own /proc, which shows them and no others
 */
function usage(processes: string): { memoryBytes: number; threads: number } {
  let kilobytes = 0;
  let threads = 0;
  for (const name of readdirSync(processes)) {
    if (!/^\d+$/.test(name)) continue;
    const status = statusOf(`${processes}/${name}`);
    for (const [, field, value] of status.matchAll(/^(RssAnon|RssShmem|VmSwap|Threads):\s*(\d+)/gm)) {
      if (field === "Threads") threads += Number(value);
      else kilobytes += Number(value);
    }
  }
  return { memoryBytes: kilobytes * 1024, threads };
}

function statusOf(process: string): string {
  try {
    return readFileSync(`${process}/status`, "utf8");
  } catch {
    return ""; // the process has ended meanwhile
  }
}
