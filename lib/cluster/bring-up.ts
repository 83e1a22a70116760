import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileOf, onHead } from "./enter";
import { contentOf } from "../system/content-of";
import { execute, lastLines } from "../system/execute";
import { writeRate } from "./links";
import { startNode } from "./nodes";
import type { ClusterOptions } from "./options";
import { files, nodeNumbers, slurmConf, slurmFiles } from "./slurm-files";
import { nodeStates } from "./status";

/**
 * Starts the daemons and nodes of a cluster whose head runs, and waits until every node is idle.
 * @throws one line with the end of the log of the daemon that did not come up within `timeout` seconds
 */
export async function bringUp(head: number, options: Required<ClusterOptions>, timeout: number): Promise<void> {
  for (const [file, text] of Object.entries(slurmFiles(options))) writeFileSync(fileOf(head, file), text);
  writeFileSync(fileOf(head, "secret/munge.key"), randomBytes(128), { mode: 0o600 });
  writeFileSync(fileOf(head, "options.json"), JSON.stringify(options));
  writeRate(head, options.rate);
  await makeGpus(head, options.gpus);
  await startMunge(head);
  await execute(onHead(head, "slurmctld", ["-c", "-f", slurmConf]));
  await Promise.all(nodeNumbers(options.nodes).map((node) => startNode(head, node, options.rate, options.cpus)));
  await untilIdle(head, options.nodes, timeout);
}

/** Makes copies of the null device that stand in for GPUs: Slurm numbers GPUs for jobs only if they are character devices. */
async function makeGpus(head: number, gpus: number): Promise<void> {
  const devices = Array.from({ length: gpus }, (_, index) => `${files}/dev/nvidia${index}`);
  const script = 'for device; do mknod "$device" c 1 3; done';
  await execute(onHead(head, "bash", ["-ec", script, "bash", ...devices]));
}

async function startMunge(head: number): Promise<void> {
  const paths = ["socket=munge/socket", "pid-file=run/munged.pid", "log-file=log/munged.log", "seed-file=secret/seed"];
  const flags = [...paths, "key-file=secret/munge.key"].map((flag) => `--${flag.replace("=", `=${files}/`)}`);
  // Without --force munged refuses to run as root.
  await execute(onHead(head, "munged", ["--force", ...flags]));
}

async function untilIdle(head: number, nodes: number, timeout: number): Promise<void> {
  let problem = "slurmctld does not answer";
  for (const until = Date.now() + 1000 * timeout; Date.now() < until; await sleep(20)) {
    const states = await nodeStates(head).catch(() => []);
    if (states.length === nodes && states.every(({ state }) => state === "idle")) return;
    const missing = states.find(({ state }) => state !== "idle");
    if (missing !== undefined) problem = `${missing.name} is ${missing.state}`;
  }
  const log = /^node\d+/.test(problem) ? `slurmd-${problem.split(" ")[0]}` : "slurmctld";
  const end = lastLines(contentOf(fileOf(head, `log/${log}.log`)), 3) || "(it has written none)";
  throw new Error(`The cluster did not come up within ${timeout} s: ${problem}. The log of ${log} ends: ${end}`);
}
