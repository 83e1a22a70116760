import { readFileSync } from "node:fs";

/**
 * The number of processes that the kernel has killed because memory ran out, on this machine or in this control group. An
 * increase during a process's life explains why it was killed. 0 if the kernel does not count.
 */
export function oomKills(): number {
  // Since Linux 4.13 this file also counts kills in control groups.
  return countIn("/proc/vmstat") || Math.max(0, ...controlGroupFiles().map(countIn));
}

function controlGroupFiles(): string[] {
  return lines("/proc/self/cgroup").flatMap((line) => {
    const [, controllers, path] = line.split(":");
    if (controllers === "") return [`/sys/fs/cgroup${path}/memory.events`, "/sys/fs/cgroup/memory.events"];
    if (!controllers.split(",").includes("memory")) return [];
    return [`/sys/fs/cgroup/memory${path}/memory.oom_control`, "/sys/fs/cgroup/memory/memory.oom_control"];
  });
}

function countIn(file: string): number {
  const line = lines(file).find((entry) => entry.startsWith("oom_kill "));
  return line === undefined ? 0 : Number(line.split(" ")[1]);
}

function lines(file: string): string[] {
  try {
    return readFileSync(file, "utf8").trim().split("\n");
  } catch {
    return [];
  }
}
