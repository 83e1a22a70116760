import { resolve } from "node:path";
import { flags, type ArgumentValues } from "../jobs/run-program";
import { jobOf } from "../jobs/request";
import { taskNamed } from "../jobs/tasks";
import type { RunRecord } from "../runs/record";
import { throughSlurm } from "./through-slurm";
import { recordAt, type Place } from "./place-schema";
import { standInOnNodes, runOnNodes } from "./run-on-nodes";
import { keepOnce, runOnce, standInOnOne } from "./run-once";

/** A measurement that a lesson makes on this machine or on a cluster. */
export interface PlacedMeasurement {
  /** The record's name without its folder: `baseline` is `results/baseline.json`, or `results/cluster-baseline.json`. */
  name: string;
  /** The name of a task that `./workbook submit --help` lists. Its program runs in either place. */
  task: string;
  /** Default 1. */
  nodes?: number;
  /** Devices of each node: GPUs, or logical devices where there are none. Default 1. */
  devices?: number;
  /** The program's arguments on this machine. */
  here: ArgumentValues;
  /** Arguments that replace the task's own on the cluster. */
  cluster?: ArgumentValues;
  /** Measures again even where there is a record. */
  again?: boolean;
}

/**
 * Makes a lesson's measurement in the place that was chosen, as {@link runOnce} does: a kept record is read, not made again. On
 * the cluster it is a Slurm job, the same that `./workbook submit` makes of its task; before that, a line says how many
 * device-hours it may take.
 * @throws one line with the program's or Slurm's own reason, or when the job is over the site's budget.
 * @example const run = await measure(place, { name: "two", task: "mirrored", devices: 2, here: { batchSize: 32 } });
 */
export async function measure(place: Place, measurement: PlacedMeasurement): Promise<RunRecord> {
  const { name, task, nodes = 1, devices = 1, here, cluster = {}, again } = measurement;
  const record = recordAt(place, name);
  const { program, model, ...its } = taskNamed(task);
  if (!place.onCluster) {
    // One node of several has the same cores as the others, so its run goes where theirs go.
    if (its.limits.nodes[1] > 1) return runOnNodes({ program, nodes, arguments: here, record, again });
    return runOnce({ program, arguments: here, record, again });
  }
  const { preset, device } = place;
  const gpusPerNode = device === "gpu" && task !== "cpu" ? devices : 0;
  const values = { model, ...its.arguments(preset, { nodes, gpusPerNode, devices }), ...cluster };
  return keepOnce(
    { arguments: { ...values, nodes }, record, again },
    {
      measure: async () => {
        const job = await jobOf({ task, preset, nodes, gpusPerNode, devices, arguments: flags(cluster) });
        await throughSlurm({ job, values, record: resolve(record), again });
      },
      standIn: () => (nodes === 1 ? standInOnOne(values) : standInOnNodes(values, nodes)),
    },
  );
}
