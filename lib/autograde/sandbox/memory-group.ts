import { existsSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryFiles, memoryGroupsIn } from "../../system/control-groups";
import { endedForMemory } from "./watch";

/** A control group in which Linux counts all memory of its processes, including the buffers of sockets and pipes. */
export interface MemoryGroup {
  /** The beginning of a command line: the command after it runs in the group. */
  enter: readonly string[];
  /** Whether Linux has ended a process because the group was full. */
  overflowed(): boolean;
  /** Removes the group once its processes have ended. */
  remove(): Promise<void>;
}

/** Where groups are made, and by which version of Linux's control groups. */
interface Hierarchy {
  folder: string;
  version: 1 | 2;
}

const prefix = "grading-";

/**
 * Makes a group that may use so many bytes, below this process's own group or beside it.
 * @returns undefined if this process may make none, such as an ordinary user's, or one in most containers.
 */
export function memoryGroup(bytes: number): MemoryGroup | undefined {
  const hierarchy = hierarchyOf(
    readFileSync("/proc/self/mountinfo", "utf8"),
    readFileSync("/proc/self/cgroup", "utf8"),
  );
  if (!hierarchy) return undefined;
  const { limit, swap, events } = memoryFiles[hierarchy.version];
  let folder: string | undefined;
  try {
    removeAbandoned(hierarchy.folder);
    folder = mkdtempSync(join(hierarchy.folder, `${prefix}${process.pid}-`));
    writeFileSync(join(folder, limit), String(bytes), { flag: "r+" });
    if (existsSync(join(folder, swap)))
      writeFileSync(join(folder, swap), hierarchy.version === 1 ? String(bytes) : "0");
    return group(folder, join(folder, events));
  } catch {
    if (folder !== undefined) remove(folder);
    return undefined;
  }
}

function group(folder: string, events: string): MemoryGroup {
  return {
    // The process enters the group before it executes the command, so nothing that the command starts is outside.
    enter: ["/bin/sh", "-c", 'echo 0 > "$0" && exec "$@"', join(folder, "cgroup.procs")],
    overflowed: () => endedForMemory(events) > 0,
    async remove() {
      for (let tries = 0; !remove(folder) && tries < 100; tries++) await sleep(20);
    },
  };
}

function remove(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return !existsSync(folder); // its last process has not quite ended
  }
}

/** Removes groups of graders that were killed. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) remove(join(folder, name));
  }
}

/**
 * Where groups that count memory are made: below this process's own, or beside it in version 2, which allows no groups below
 * a group with processes.
 * @param mountinfo `/proc/self/mountinfo`
 * @param groups `/proc/self/cgroup`
 */
export function hierarchyOf(mountinfo: string, groups: string): Hierarchy | undefined {
  const mounts = mountinfo.split("\n").map((line) => {
    const [mount, system = ""] = line.split(" - ");
    const [, , , root, path] = mount.split(" ");
    const [type, , options = ""] = system.split(" ");
    return { root, path, type, counts: options.split(",").includes("memory") };
  });
  const first = mounts.find(({ type, counts }) => type === "cgroup" && counts);
  const second = mounts.find(({ type }) => type === "cgroup2");
  const own = (version: 1 | 2) => memoryGroupsIn(groups).find((group) => group.version === version)?.path;
  if (first) return { folder: groupIn(first, own(1)), version: 1 };
  if (!second) return undefined;
  const folder = groupIn(second, own(2));
  return { folder: folder === second.path ? folder : dirname(folder), version: 2 };
}

/** A group's folder; the outermost visible one if the group's own is not visible. */
function groupIn({ root, path }: { root: string; path: string }, group = "/"): string {
  const folder = group.startsWith(root) ? join(path, group.slice(root.length)) : path;
  return existsSync(folder) ? folder.replace(/\/$/, "") : path;
}
