import { createInterface } from "node:readline";
import { join } from "node:path";
import { lastLines } from "../../lib/system/execute";
import { freePort } from "../../lib/system/free-port";
import { workbookRoot } from "../../lib/system/workbook";
import { childFlags } from "../../lib/training/supervisor";
import type { CapturedGraph, CaptureTask, ComparedTask } from "./captured-graph";

// Two of each are enough to show whether replicas and processes fit each other.
const GPUS = 2;
const WORKERS = 2;

/**
 * Captures every step of these models as for GPUs, see `captureGraphs`: one process for the strategies of one process, and
 * one for each of two workers that would train together.
 * @param folder Where the graphs are written.
 * @throws one line when a step cannot be captured.
 */
export async function captureModels(
  models: readonly string[],
  folder: string,
  only?: readonly string[],
): Promise<CapturedGraph[]> {
  const hosts = Array.from({ length: WORKERS }, (_, task) => `127.0.0.${task + 1}`);
  const addresses = await Promise.all(hosts.map(async (host) => `${host}:${await freePort(host)}`));
  const task = { models, gpus: GPUS, folder, only };
  const graphs = await Promise.all([
    captureIn(task),
    ...addresses.map((_, worker) => captureIn({ ...task, worker: { addresses, task: worker } })),
  ]);
  return graphs.flat();
}

/**
 * Captures in a process of its own.
 * @param env Is added to its environment.
 * @throws one line when a step cannot be captured.
 */
export async function captureIn(
  task: CaptureTask | ComparedTask,
  env: Record<string, string> = {},
): Promise<CapturedGraph[]> {
  const { execa } = await import("execa");
  const program = join(workbookRoot, "dist", "bench", "rehearsal", "capture-process.js");
  const child = execa(process.execPath, [...childFlags, program], {
    ...{ env: { ...env, CAPTURE: JSON.stringify(task) }, reject: false, buffer: { stdout: false } },
  });
  const graphs: CapturedGraph[] = [];
  for await (const line of createInterface({ input: child.stdout })) graphs.push(JSON.parse(line) as CapturedGraph);
  const { failed, stderr, shortMessage } = await child;
  if (!failed) return graphs;
  const who = "worker" in task && task.worker ? `task ${task.worker.task} of several nodes` : "one process";
  throw new Error(`The steps of ${who} cannot be captured as for GPUs: ${lastLines(stderr, 1) || shortMessage}`);
}
