import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { CommandLine } from "../system/execute";
import { searchPath } from "../system/packages";
import { workbookRoot } from "../system/workbook";
import { files, slurmConf } from "./slurm-files";

/** The script that is the first process in the head's and in each node's namespaces. */
export const initScript = join(workbookRoot, "slurm", "local-cluster", "init.sh");

/**
 * A program on a cluster's head node, in the caller's folder.
 * @param head process id of the head's first process
 */
export function onHead(head: number, program: string, args: readonly string[]): CommandLine {
  return { ...enter(head, program, args), env: { PATH: searchPath, SLURM_CONF: slurmConf } };
}

/** A program on a node (from 1), in the caller's folder. @throws where the node is down */
export function onNode(head: number, node: number, program: string, args: readonly string[]): CommandLine {
  const first = firstProcessOf(head, node);
  if (first === undefined) throw new Error(`node${node} is down: revive it first.`);
  const inner = enter(first, program, args);
  return onHead(head, inner.file, inner.args);
}

function enter(first: number, program: string, args: readonly string[]): Omit<CommandLine, "env"> {
  const namespaces = ["--mount", "--root", "--uts", "--ipc", "--net", "--pid"];
  // The program ends with nsenter, which stays outside and is what the caller can end.
  const ending = ["setpriv", "--pdeathsig=TERM"];
  // `nsenter --wd` would leave a folder that the new mounts do not know by name.
  const folder = ["env", `--chdir=${process.cwd()}`];
  return { file: "nsenter", args: [`--target=${first}`, ...namespaces, "--", ...ending, ...folder, program, ...args] };
}

/** The namespaces of a head or node for `unshare`; their first process, what follows these, ends with it. */
export const unshareFlags = "--mount --propagation=slave --uts --ipc --net --pid --fork --kill-child".split(" ");

/** Process id, as the head sees it, of a node's first process; undefined where the node is down. */
export function firstProcessOf(head: number, node: number): number | undefined {
  try {
    const pid = Number(readFileSync(fileOf(head, `nodes/node${node}`), "utf8"));
    statSync(`/proc/${head}/root/proc/${pid}`);
    return pid;
  } catch {
    return undefined;
  }
}

/** The path, outside of the cluster, of one of its files. */
export const fileOf = (head: number, file: string): string => join(`/proc/${head}/root${files}`, file);

/** The first processes of all clusters' heads, by cluster. */
export function heads(): Map<string, number> {
  const found = new Map<string, number>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const name = nameOfHead(pid);
    if (name !== undefined) found.set(name, Number(pid));
  }
  return found;
}

function nameOfHead(pid: string): string | undefined {
  try {
    const [shell, script, role, name] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    if (!shell.endsWith("bash") || !script?.endsWith("/slurm/local-cluster/init.sh") || role !== "head")
      return undefined;
    // Only root's: a cluster is entered with root's rights, and anybody can give a process any arguments.
    if (statSync(`/proc/${pid}`).uid !== 0) return undefined;
    // The first in its own namespace, and its processes' parents' is ours: not what waits for it, nor another's child.
    const inNamespaces = /^NSpid:\t(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1].split("\t") ?? [];
    return inNamespaces.length === 2 && inNamespaces[1] === "1" ? name : undefined;
  } catch {
    return undefined; // ended meanwhile
  }
}
