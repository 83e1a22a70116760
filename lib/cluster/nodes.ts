import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileOf, firstProcessOf, initScript, onHead, onNode } from "./enter";
import { execute } from "./execute";
import { connect, shape } from "./links";

/** Starts a node (from 1) with its link and its slurmd. Its local files begin anew, as after a new installation. */
export async function startNode(head: number, node: number, rate: string): Promise<void> {
  for (const file of [`spool/node${node}`, `nodes/node${node}`])
    rmSync(fileOf(head, file), { recursive: true, force: true });
  const namespaces = ["--net", "--uts", "--mount", "--propagation=slave", "--pid", "--fork", "--kill-child"];
  const log = `exec >>/var/lib/slurm/log/node${node}.log 2>&1 </dev/null; exec setsid --fork unshare "$@"`;
  await execute(onHead(head, "bash", ["-c", log, "bash", ...namespaces, "bash", initScript, "node", `node${node}`]));
  const first = await untilItRuns(head, node);
  await connect(head, node, first);
  await shape(head, node, rate);
  await execute(onNode(head, node, "slurmd", ["-N", `node${node}`]));
}

async function untilItRuns(head: number, node: number): Promise<number> {
  for (const until = Date.now() + 10_000; Date.now() < until; await sleep(5)) {
    const first = firstProcessOf(head, node);
    if (first !== undefined) return first;
  }
  throw new Error(`node${node} did not start within 10 s: the machine may be too busy; try fewer nodes.`);
}

/** Ends a node and everything that runs on it at once, as when its power fails. */
export async function killNode(head: number, node: number): Promise<void> {
  const first = firstProcessOf(head, node);
  if (first === undefined) return;
  await execute(onHead(head, "kill", ["-KILL", String(first)]));
  while (firstProcessOf(head, node) === first) await sleep(5);
}
