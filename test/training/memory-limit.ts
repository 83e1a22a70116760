import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../cluster/on-cluster";

/** A control group with a memory limit, to start processes in. */
export interface MemoryLimit {
  /** Shell words that put the shell, and what it starts, into the group. */
  enter: string;
  /** Removes it, as soon as all of its processes have ended. */
  remove: () => Promise<void>;
}

/** Makes one, or says why that is not possible here: it needs root, and control groups that can be written. */
export function memoryLimit(bytes: number): MemoryLimit | string {
  const version1 = "/sys/fs/cgroup/memory";
  const [base, limitFile] = existsSync(version1)
    ? [version1, "memory.limit_in_bytes"]
    : ["/sys/fs/cgroup", "memory.max"];
  const group = join(base, `workbook-test-${process.pid}`);
  try {
    mkdirSync(group);
  } catch (error) {
    return `no control group can be made here (${(error as NodeJS.ErrnoException).code ?? "error"})`;
  }
  try {
    writeFileSync(join(group, limitFile), String(bytes));
    // Version 2 would swap instead of killing.
    if (limitFile === "memory.max") writeFileSync(join(group, "memory.swap.max"), "0");
  } catch {
    rmdirSync(group);
    return "this machine's control groups do not limit memory";
  }
  return { enter: `echo $$ > ${join(group, "cgroup.procs")}`, remove: () => until(() => isRemoved(group)) };
}

function isRemoved(group: string): boolean {
  try {
    rmdirSync(group);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EBUSY") return false;
    throw error;
  }
}
