import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { CommandLine } from "../system/execute";
import { searchPath } from "../system/packages";
import { allPids } from "../system/process";
import { workbookRoot } from "../system/workbook";
import { files, nodeNumbers, slurmConf } from "./slurm-files";

/** The script that is the first process in the head's and in each node's namespaces. */
export const initScript = join(workbookRoot, "slurm", "local-cluster", "init.sh");

/**
 * The environment of a cluster's processes. Node's pipes are sockets, and bash takes itself for a remote shell if its input is one and no
 * other shell has started it: then it would run the .bashrc of root.
 */
export const clusterEnvironment = { PATH: searchPath, SHLVL: "1" };

/**
 * The command that runs a program on a cluster's head node, in the caller's folder.
 * @param head process id of the head's first process
 */
export function onHead(head: number, program: string, args: readonly string[]): CommandLine {
  return { ...enter(head, program, args), env: { ...clusterEnvironment, SLURM_CONF: slurmConf } };
}

/** The command that runs a program on a node (from 1), in the caller's folder. @throws where the node is down */
export function onNode(head: number, node: number, program: string, args: readonly string[]): CommandLine {
  const first = firstProcessOf(head, node);
  if (first === undefined) throw new Error(`node${node} is down: revive it first.`);
  const inner = enter(first, program, args);
  return onHead(head, inner.file, inner.args);
}

function enter(first: number, program: string, args: readonly string[]): Omit<CommandLine, "env"> {
  const namespaces = ["--mount", "--root", "--uts", "--ipc", "--net", "--pid"];
  // nsenter stays outside of the namespaces, and the caller can end only nsenter: the program must end with it.
  const ending = ["setpriv", "--pdeathsig=TERM"];
  // With `nsenter --wd` the working folder would not be one of the new mounts.
  const folder = ["env", `--chdir=${process.cwd()}`];
  return { file: "nsenter", args: [`--target=${first}`, ...namespaces, "--", ...ending, ...folder, program, ...args] };
}

/** The flags for a head's or node's namespaces. Their first process, the command that follows, ends with `unshare`. */
export const unshareFlags = "--mount --propagation=slave --uts --ipc --net --pid --fork --kill-child".split(" ");

/** The process id of a node's first process, as the head sees it; undefined where the node is down. */
export function firstProcessOf(head: number, node: number): number | undefined {
  try {
    const pid = Number(readFileSync(fileOf(head, `nodes/node${node}`), "utf8"));
    statSync(`/proc/${head}/root/proc/${pid}`);
    return pid;
  } catch {
    return undefined;
  }
}

/** The nodes, of so many, that are up when their turn comes. */
export function* runningNodes(head: number, nodes: number): Generator<number> {
  for (const node of nodeNumbers(nodes)) if (firstProcessOf(head, node) !== undefined) yield node;
}

/** The path that one of the cluster's files has outside of the cluster. */
export const fileOf = (head: number, file: string): string => join(`/proc/${head}/root${files}`, file);

/** The process ids of the first processes of all clusters' heads, by the clusters' names. */
export function clusterHeads(): Map<string, number> {
  return new Map(allPids().flatMap((pid) => clusterOfHead(pid).map((name) => [name, pid] as const)));
}

/** The name of the cluster whose head's first process this is; none for any other process. */
function clusterOfHead(pid: number): string[] {
  try {
    const [shell, script, role, name] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    if (!shell.endsWith("bash") || !script?.endsWith("/slurm/local-cluster/init.sh") || role !== "head") return [];
    // Anybody can give a process any arguments, and a cluster is entered with root's rights: the process must be root's.
    if (statSync(`/proc/${pid}`).uid !== 0) return [];
    // It must be the first process of a namespace directly below ours: shells that the script forks have the same arguments
    // but are not the first, and the head of a cluster inside a container lies deeper.
    const pidsByNamespace = /^NSpid:\t(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1].split("\t") ?? [];
    return pidsByNamespace.length === 2 && pidsByNamespace[1] === "1" ? [name] : [];
  } catch {
    return []; // it ended meanwhile
  }
}
