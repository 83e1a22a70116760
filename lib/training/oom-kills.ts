import { readFileSync } from "node:fs";

/**
 * How many processes the kernel has killed for want of memory, on this machine or in this control group, since it
 * counts: the difference over a process's life is evidence of why it was killed. 0 where the kernel does not say.
 */
export function oomKills(): number {
  // The kernel counts control groups' kills here, too (Linux 4.13).
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
  const line = lines(file).find((each) => each.startsWith("oom_kill "));
  return line === undefined ? 0 : Number(line.split(" ")[1]);
}

function lines(file: string): string[] {
  try {
    return readFileSync(file, "utf8").trim().split("\n");
  } catch {
    return [];
  }
}
