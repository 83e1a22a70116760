import { existsSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endedForMemory } from "./watch";

/** A control group in which Linux counts everything that processes make it keep in memory: sockets' and pipes' buffers, too. */
export interface MemoryGroup {
  /** A command line's beginning: what follows it runs in the group. */
  enter: readonly string[];
  /** Whether Linux has ended a process of the group, because it was full. */
  overflowed(): boolean;
  /** Takes it away, once its processes have ended. */
  remove(): Promise<void>;
}

/** Where a group is made, and which of Linux's two ways it goes by. */
export interface Hierarchy {
  folder: string;
  version: 1 | 2;
}

/** Names of Linux's files, by the version. */
const files = {
  1: { most: "memory.limit_in_bytes", swap: "memory.memsw.limit_in_bytes", events: "memory.oom_control" },
  2: { most: "memory.max", swap: "memory.swap.max", events: "memory.events" },
} as const;

const prefix = "grading-";

/**
 * Makes a group that may hold so many bytes. Within the limits of this process's own group, it is beside or below that.
 * @returns undefined where this process may make none, as an ordinary user's, or one in most containers.
 */
export function memoryGroup(bytes: number): MemoryGroup | undefined {
  const hierarchy = hierarchyOf(
    readFileSync("/proc/self/mountinfo", "utf8"),
    readFileSync("/proc/self/cgroup", "utf8"),
  );
  if (!hierarchy) return undefined;
  const { most, swap, events } = files[hierarchy.version];
  let folder: string | undefined;
  try {
    takeAwayLeft(hierarchy.folder);
    folder = mkdtempSync(join(hierarchy.folder, `${prefix}${process.pid}-`));
    writeFileSync(join(folder, most), String(bytes), { flag: "r+" });
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
    // A process writes itself there before it becomes another program: nothing that it starts is ever outside.
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

/** Groups of graders that were killed. */
function takeAwayLeft(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) remove(join(folder, name));
  }
}

/**
 * Where groups that count memory are made: below this process's own, or, in version 2, where a group with processes has none
 * below it, beside that.
 * @param mountinfo `/proc/self/mountinfo`
 * @param groups `/proc/self/cgroup`
 */
export function hierarchyOf(mountinfo: string, groups: string): Hierarchy | undefined {
  const mounts = mountinfo.split("\n").map((line) => {
    const [place, system = ""] = line.split(" - ");
    const [, , , root, path] = place.split(" ");
    const [type, , options = ""] = system.split(" ");
    return { root, path, type, counts: options.split(",").includes("memory") };
  });
  const first = mounts.find(({ type, counts }) => type === "cgroup" && counts);
  const second = mounts.find(({ type }) => type === "cgroup2");
  if (first)
    return { folder: groupIn(first, /^\d+:(?:[^:]+,)?memory(?:,[^:]+)?:(.*)$/m.exec(groups)?.[1]), version: 1 };
  if (!second) return undefined;
  const own = groupIn(second, /^0::(.*)$/m.exec(groups)?.[1]);
  return { folder: own === second.path ? own : dirname(own), version: 2 };
}

/** A group's folder; the outermost that can be seen, where the group itself cannot. */
function groupIn({ root, path }: { root: string; path: string }, group = "/"): string {
  const folder = group.startsWith(root) ? join(path, group.slice(root.length)) : path;
  return existsSync(folder) ? folder.replace(/\/$/, "") : path;
}
