import os from "node:os";
import { dirname, join } from "node:path";
import { contentOf } from "./content-of";
import { memoryFiles, memoryGroupsIn, memoryHierarchy, type MemoryControlGroup } from "./control-groups";

/**
 * The most memory this process has held at once, in bytes: the kernel's high-water mark (VmHWM).
 * `resourceUsage().maxRSS` would not do, since a process inherits it from the one that started it.
 */
export function peakMemory(root = "/"): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(contentOf(join(root, "proc/self/status")))?.[1];
  return (kilobytes === undefined ? process.resourceUsage().maxRSS : Number(kilobytes)) * 1024;
}

/**
 * The memory this process may use, in bytes: the machine's, or less where a Slurm job or a container limits it. It reads all
 * control groups (version 1 and 2) that the process is in, since Slurm limits the job, not the task.
 * @param root For tests: where `/proc` and `/sys` are.
 */
export function memoryLimit(root = "/"): number {
  const limits = memoryGroupsIn(contentOf(join(root, "proc/self/cgroup")))
    .flatMap((group) => limitsOf(root, group))
    .filter((limit) => limit > 0);
  return Math.min(machineMemory(root), ...limits);
}

/** The machine's memory in bytes. */
export function machineMemory(root = "/"): number {
  const kilobytes = /^MemTotal:\s+(\d+) kB$/m.exec(contentOf(join(root, "proc/meminfo")))?.[1];
  return kilobytes === undefined ? os.totalmem() : Number(kilobytes) * 1024;
}

/** The limits of a group, and of those around it. */
function limitsOf(root: string, { version, path }: MemoryControlGroup): number[] {
  const hierarchy = join(root, memoryHierarchy[version]);
  return withParents(path).map((group) => readLimit(join(hierarchy, group, memoryFiles[version].limit)));
}

/** `/job/step` gives `/job/step`, `/job` and `/`. */
function withParents(path: string): string[] {
  return path === dirname(path) ? [path] : [path, ...withParents(dirname(path))];
}

/** A limit in bytes. Where there is none, version 2 writes "max", and version 1 a number beyond any machine's memory. */
function readLimit(file: string): number {
  const text = contentOf(file).trim();
  return /^\d+$/.test(text) ? Number(text) : Infinity;
}
