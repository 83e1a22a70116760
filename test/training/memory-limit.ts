import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A control group with a memory limit, to start processes in. */
export interface MemoryLimit {
  /** Shell words that put the shell, and what it starts, into the group. */
  enter: string;
  remove: () => void;
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
  const remove = (): void => {
    rmdirSync(group);
  };
  try {
    writeFileSync(join(group, limitFile), String(bytes));
    // Version 2 would swap instead of killing.
    if (limitFile === "memory.max") writeFileSync(join(group, "memory.swap.max"), "0");
  } catch {
    remove();
    return "this machine's control groups do not limit memory";
  }
  return { enter: `echo $$ > ${join(group, "cgroup.procs")}`, remove };
}
