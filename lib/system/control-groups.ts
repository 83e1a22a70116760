/** A control group in which Linux counts the memory of its processes, by the version of control groups. */
export interface MemoryControlGroup {
  version: 1 | 2;
  /** Its path in its hierarchy: `/slurm/job_7/step_0`. */
  path: string;
}

/** Where the hierarchy that counts memory usually is, below the root of the file system. */
export const memoryHierarchy = { 1: "sys/fs/cgroup/memory", 2: "sys/fs/cgroup" } as const;

/** The names of a group's files: its limit, that of swap (in version 1, of memory and swap together), and its counts of events. */
export const memoryFiles = {
  1: { limit: "memory.limit_in_bytes", swap: "memory.memsw.limit_in_bytes", events: "memory.oom_control" },
  2: { limit: "memory.max", swap: "memory.swap.max", events: "memory.events" },
} as const;

/**
 * The control groups that may count a process's memory: that of version 2, and that of version 1's controller of memory.
 * @param text `/proc/self/cgroup`, with lines `number:controllers:path`; version 2 has no controllers there.
 */
export function memoryGroupsIn(text: string): MemoryControlGroup[] {
  return [...text.matchAll(/^\d+:([^:\n]*):(.*)$/gm)].flatMap(([, controllers, path]): MemoryControlGroup[] => {
    if (controllers === "") return [{ version: 2, path }];
    return controllers.split(",").includes("memory") ? [{ version: 1, path }] : [];
  });
}

/** How many processes Linux has ended for lack of memory, by `/proc/vmstat` or a group's counts of events. */
export function oomKillsIn(text: string): number {
  return Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0);
}
