import { join } from "node:path";
import { contentOf } from "../system/content-of";
import { memoryFiles, memoryGroupsIn, memoryHierarchy, oomKillsIn } from "../system/control-groups";

/**
 * The number of processes that the kernel has killed because memory ran out, on this machine or in this control group. An
 * increase during a process's life explains why it was killed. 0 if the kernel does not count.
 */
export function oomKills(): number {
  // Since Linux 4.13 this file also counts kills in control groups.
  return countIn("/proc/vmstat") || Math.max(0, ...countFiles().map(countIn));
}

/** The files of this process's groups and, since a container may not see the path of its own, of the outermost groups. */
function countFiles(): string[] {
  return memoryGroupsIn(contentOf("/proc/self/cgroup")).flatMap(({ version, path }) =>
    [path, "/"].map((group) => join("/", memoryHierarchy[version], group, memoryFiles[version].events)),
  );
}

const countIn = (file: string): number => oomKillsIn(contentOf(file));
