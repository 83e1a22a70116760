import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileOf, firstProcessOf, initScript, onHead, onNode, unshareFlags } from "./enter";
import { execute } from "../system/execute";
import { ownCores } from "../system/cores";
import { makeFolders } from "../system/folders";
import { connect, shape } from "./links";
import { showOn } from "./shown-folders";
import { files } from "./slurm-files";

/** Starts a node (from 1) with its link and its slurmd. Its local files are removed first, as by a new installation. */
export async function startNode(head: number, node: number, rate: string, cpus: number): Promise<void> {
  const name = `node${node}`;
  for (const file of [`spool/${name}`, `tmp/${name}`, `nodes/${name}`]) {
    rmSync(fileOf(head, file), { recursive: true, force: true });
  }
  makeFolders(fileOf(head, `tmp/${name}`));
  const script = `exec setsid --fork unshare "$@" </dev/null >>${files}/log/${name}.log 2>&1`;
  await execute(onHead(head, "bash", ["-c", script, "bash", ...unshareFlags, "bash", initScript, "node", name]));
  const first = await untilUp(head, node);
  await connect(head, node, first);
  await shape(head, node, rate);
  await showOn(head, node);
  const cores = coresOfNode(node, cpus);
  const pinned = cores ? ["taskset", "--cpu-list", cores.join(",")] : [];
  const [program, ...args] = [...pinned, "slurmd", "-N", name];
  await execute(onNode(head, node, program, args));
}

/**
 * The cores that a node's jobs may use: so many of this machine's as the node has CPUs. Nodes have cores of their own as long as there are
 * enough; then some share one.
 * @param cores Those of this machine.
 * @returns undefined if it may use all.
 */
export function coresOfNode(node: number, cpus: number, cores = ownCores()): number[] | undefined {
  if (cpus >= cores.length) return undefined;
  return Array.from({ length: cpus }, (_, index) => cores[((node - 1) * cpus + index) % cores.length]);
}

async function untilUp(head: number, node: number): Promise<number> {
  for (const until = Date.now() + 120_000; Date.now() < until; await sleep(5)) {
    const first = firstProcessOf(head, node);
    if (first !== undefined) return first;
  }
  throw new Error(`node${node} did not start within 120 s: the machine may be too busy; try fewer nodes.`);
}

/** Ends a node and everything that runs on it at once, as if its power failed. @returns whether it was up. */
export async function killNode(head: number, node: number): Promise<boolean> {
  const first = firstProcessOf(head, node);
  if (first === undefined) return false;
  await execute(onHead(head, "kill", ["-KILL", String(first)]));
  while (firstProcessOf(head, node) === first) await sleep(5);
  return true;
}
