import { join } from "node:path";
import { collect } from "../../jobs/collect";
import { follow } from "../../jobs/follow";
import { clusterNodes } from "../../jobs/nodes-at-hand";
import type { ArgumentValues } from "../../jobs/run-program";
import { jobFor } from "../../jobs/program-job";
import { cancelJob, submitJob } from "../../jobs/submit-job";
import type { SubmittedJob } from "../../jobs/job-folder";
import type { RunRecord } from "../../runs/record";
import { isWaiting } from "../../slurm/job-state";
import { counted } from "../../system/words";
import { installation } from "../../tensorflow/installation";
import type { Check, Finding } from "../check";
import type { Machine } from "../machine";
import { COMPARED_RATE, comparedLosses, TOLERANCE } from "./losses";

/** How to run on several nodes. */
export interface OnNodes {
  nodes: number;
  /** How long a job may wait in the queue. */
  waitMinutes: number;
  /** Cancels the job when it is aborted. */
  signal?: AbortSignal;
}

const STEPS = 4;
const TRAINING = { learningRate: COMPARED_RATE, seed: 1 };

/**
 * Lesson 4's training on several nodes, one device each, by a job of Slurm's. It must lose what as many devices of one process
 * lose: BatchNorm takes each device's own images in both.
 */
export function onNodes({ nodes, waitMinutes, signal }: OnNodes): Check {
  return {
    id: "nodes",
    name: `training on ${counted(nodes, "node")}, by Slurm`,
    run: async (machine) => {
      const lacking = await lackingNodes(nodes);
      if (lacking) return lacking;
      const device = installation().device;
      const run = await runJob(machine, device, { nodes, waitMinutes, signal });
      if ("state" in run) return run;
      return comparedWithOneProcess(machine, device, nodes, run);
    },
  };
}

/** What is to be said where Slurm gives a job fewer nodes. */
export async function lackingNodes(nodes: number): Promise<Finding | undefined> {
  const atHand = await clusterNodes();
  if (!atHand) return { state: "not here", found: "there is no Slurm here" };
  if (atHand.nodes >= nodes) return undefined;
  return { state: "not here", found: `a job may have ${counted(atHand.nodes, "node")}` };
}

/** The training's settings that the job and the process share. */
function settings(machine: Machine, nodes: number) {
  const { nodesModel, compared } = machine.sizes;
  const { imageSize, batchSize: localBatchSize } = compared;
  return { sizes: { model: nodesModel, imageSize }, localBatchSize, batchSize: nodes * localBatchSize };
}

/**
 * Runs lesson 4's program in a job to its end.
 * @param more Arguments beside the usual ones, and the steps of its only epoch.
 * @returns its record, or why it did not run.
 */
export async function runJob(
  machine: Machine,
  device: "cpu" | "gpu",
  { nodes, waitMinutes, signal }: OnNodes,
  { steps = STEPS, ...more }: ArgumentValues & { steps?: number } = {},
): Promise<RunRecord | Finding> {
  const { sizes, localBatchSize, batchSize } = settings(machine, nodes);
  const images = { dataset: "synthetic", trainImages: steps * batchSize, testImages: 10 };
  const training = { ...TRAINING, epochs: 1, stepsPerEpoch: steps, ...more };
  const values = { device, devices: 1, ...sizes, localBatchSize, ...images, ...training };
  const job = await jobFor({ program: "04-many-nodes/train", arguments: values, nodes, minutes: 10 });
  const submitted = await submitJob(job, { record: machine.file("nodes.json") });
  return toItsEnd(submitted, { waitMinutes, signal });
}

/** Follows a job to its end. One that waits too long, or that nobody waits for any more, is cancelled. */
async function toItsEnd(
  submitted: SubmittedJob,
  { waitMinutes, signal }: Omit<OnNodes, "nodes">,
): Promise<RunRecord | Finding> {
  const latest = Date.now() + 60_000 * waitMinutes;
  const statuses = follow(submitted, { signal });
  let next = await statuses.next();
  for (; !next.done; next = await statuses.next()) {
    const { state } = next.value;
    if (!state || !isWaiting(state) || Date.now() < latest) continue;
    await cancelJob(submitted);
    const found = `the job waited ${waitMinutes} min in the queue (${state.reason})`;
    return { state: "not here", found, remedy: "let it wait longer: ./workbook verify --only nodes --wait 60" };
  }
  if (!next.value) {
    await cancelJob(submitted);
    throw new Error("the check was interrupted");
  }
  const { done, message, run } = await collect(next.value);
  if (!done || run?.outcome !== "completed") throw new Error(message);
  return run;
}

async function comparedWithOneProcess(
  machine: Machine,
  device: "cpu" | "gpu",
  nodes: number,
  { epochs: [{ steps }], where, configuration }: RunRecord,
): Promise<Finding> {
  const { sizes, batchSize } = settings(machine, nodes);
  const alike = { device: "cpu", strategy: "mirrored", devices: nodes, ...sizes, batchSize };
  const { losses } = await machine.train({ ...alike, ...TRAINING, steps: STEPS });
  const tolerance = device === "gpu" ? TOLERANCE.tf32 : TOLERANCE.float32;
  const { numbers, ...finding } = comparedLosses(steps.loss, losses, tolerance, "one process's");
  const all = { ...numbers, workers: where.hosts.length };
  if (finding.state === "pass" && configuration.workers === nodes) return { ...finding, numbers: all };
  const remedy = `see what the job printed in ${join("results", "jobs")}, then report it with the file named below`;
  return { ...finding, state: "fail", remedy, numbers: all };
}
