import { existsSync, readdirSync, readFileSync, statfsSync } from "node:fs";
import { contentOf } from "../../system/content-of";
import { oomKillsIn } from "../../system/control-groups";
import { home, questionsFile } from "./arguments";
import { mostFiles, type Limits } from "./limits";
import type { EndKind } from "./outcome";

/** Interval between two looks at a sandbox. */
export const watchMilliseconds = 100;

/**
 * Checks from outside what the kernel does not limit for all processes of a sandbox together.
 * @param first process id of its first process
 * @returns why it must end; undefined while it keeps the limits
 */
export function excess(first: number, limits: Limits): EndKind | undefined {
  const root = `/proc/${first}/root`;
  if (!existsSync(root + questionsFile)) return undefined; // bubblewrap still shows this machine's own files
  try {
    const { memoryBytes, threads, descriptors } = usage(`${root}/proc`);
    if (memoryBytes > limits.memoryBytes) return "memory";
    // The kernel enforces the limit itself, so a sandbox is ended when it comes near.
    if (threads >= 0.9 * limits.processes) return "processes";
    if (descriptors > limits.descriptors) return "descriptors";
    const { blocks, bavail, files, ffree } = statfsSync(root + home);
    if (bavail < 0.01 * blocks || files - ffree > mostFiles) return "disk";
  } catch {
    return undefined; // the sandbox has just ended
  }
  return undefined;
}

/** This machine's free memory in bytes. */
export function freeMemory(): number {
  return 1024 * Number(/^MemAvailable:\s*(\d+) kB/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1] ?? Infinity);
}

/** How many processes Linux has ended for lack of memory: on this machine, or by a control group's `file`. */
export function endedForMemory(file = "/proc/vmstat"): number {
  return oomKillsIn(readFileSync(file, "utf8"));
}

/**
 * Memory, threads, and descriptors of all processes of a sandbox, without pages of shared libraries.
 * @param processes its own /proc, which shows no other processes
 */
function usage(processes: string): { memoryBytes: number; threads: number; descriptors: number } {
  let [kilobytes, threads, descriptors] = [0, 0, 0];
  for (const name of readdirSync(processes)) {
    if (!/^\d+$/.test(name)) continue;
    const { folder, status } = livingTask(`${processes}/${name}`);
    descriptors += descriptorsOf(folder, status);
    for (const [, field, value] of status.matchAll(/^(RssAnon|RssShmem|VmSwap|Threads):\s*(\d+)/gm)) {
      if (field === "Threads") threads += Number(value);
      else kilobytes += Number(value);
    }
  }
  return { memoryBytes: kilobytes * 1024, threads, descriptors };
}

/** A process's first thread that has not ended: where the main thread has, Linux shows nothing of the others in its place. */
function livingTask(process: string): { folder: string; status: string } {
  const status = statusOf(process);
  if (!/^State:\s*Z/m.test(status) || /^Threads:\s*1$/m.test(status)) return { folder: process, status };
  for (const thread of namesIn(`${process}/task`) ?? []) {
    const folder = `${process}/task/${thread}`;
    const other = statusOf(folder);
    if (other !== "" && !/^State:\s*Z/m.test(other)) return { folder, status: other };
  }
  return { folder: process, status };
}

/** Open descriptors; where a process hides them, how many its table has room for. */
const descriptorsOf = (folder: string, status: string): number =>
  namesIn(`${folder}/fd`)?.length ?? Number(/^FDSize:\s*(\d+)/m.exec(status)?.[1] ?? 0);

function namesIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined; // the process has ended meanwhile, or hides it
  }
}

const statusOf = (task: string): string => contentOf(`${task}/status`);
