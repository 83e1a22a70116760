import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { exampleNodesRun } from "../runs";
import type { PresetName } from "../training/presets";
import type { RunRecord } from "../runs/record";
import { collect } from "../jobs/collect";
import { follow } from "../jobs/follow";
import { idOf, recordOf, submittedJobs, type SubmittedJob } from "../jobs/job-folder";
import { liveView } from "./live-view";
import { runWorkers } from "../jobs/local-workers";
import { currentNodes } from "../jobs/nodes-at-hand";
import { jobFor, type ProgramOnNodes } from "../jobs/program-job";
import type { Job } from "../jobs/job";
import { keepOnce, type Measurement } from "./run-once";
import { numberAmong, runProgram, type ArgumentValues } from "../jobs/run-program";
import { hasEnded, jobState } from "../slurm/job-state";
import { submitJob } from "../jobs/submit-job";
import { taskNamed } from "../jobs/tasks";

/** A measurement on one or several nodes: a program with its arguments and demands, and the file that keeps its record. */
export interface NodesMeasurement extends ProgramOnNodes, Pick<Measurement, "record" | "again"> {}

/**
 * Returns a measurement's record as `runOnce` does: the kept one, if it was made with these arguments and nodes, else a new
 * one. A Slurm job makes it, on the local cluster where one is up, else on the cluster that this machine belongs to, and a
 * figure below the cell shows its loss. Without Slurm, processes of this machine make it. If an earlier call has left its job
 * running, that job is followed instead of submitting another.
 * @throws one line with Slurm's own reason, or with the program's.
 */
export async function runOnNodes(measurement: NodesMeasurement): Promise<RunRecord> {
  const { program, arguments: values, nodes, record, again } = measurement;
  return keepOnce(
    { arguments: { ...values, nodes }, record, again },
    {
      measure: async () => {
        if ((await currentNodes()).kind !== "loopback") return throughSlurm(await jobFor(measurement), record, again);
        const environment = { WORKBOOK_RECORD: resolve(record) };
        if (nodes === 1) return runProgram(program, values, environment);
        return runWorkers(program, values, { workers: nodes, environment });
      },
      standIn: () => standIn(values, nodes),
    },
  );
}

/** A task of `./workbook submit`, for a measurement in a notebook. */
export interface TaskMeasurement extends Partial<Omit<NodesMeasurement, "program" | "record">> {
  /** The name of a task that `./workbook submit --help` lists. */
  task: string;
  /** Default `quick`. */
  preset?: PresetName;
  record: string;
}

/** Calls {@link runOnNodes} for one of the lessons' tasks, in a preset's size; `arguments` replace the task's own. */
export async function runJob({ task: name, preset = "quick", ...measurement }: TaskMeasurement): Promise<RunRecord> {
  const { resources, program, dataset, ...task } = taskNamed(name);
  const { nodes = resources[preset].nodes, gpusPerNode = resources[preset].gpusPerNode } = measurement;
  const values = { dataset, ...task.arguments(preset, { nodes, gpusPerNode }), ...measurement.arguments };
  const { minutes } = resources[preset];
  return runOnNodes({ minutes, ...measurement, program, arguments: values, nodes, gpusPerNode });
}

/** Has Slurm run a job, and writes its record into a file. */
async function throughSlurm(job: Job, record: string, again = false): Promise<void> {
  const file = resolve(record);
  const submitted = (again ? undefined : await earlierJob(job, file)) ?? (await submitJob(job, { record: file }));
  console.log(`Job ${idOf(submitted)}; what it prints: ${submitted.output}`);
  const view = liveView();
  const statuses = follow(submitted);
  let next = await statuses.next();
  for (; !next.done; next = await statuses.next()) view(next.value);
  if (!next.value) return;
  const { done, message } = await collect(next.value);
  if (!done) throw new Error(message);
  view(next.value, message);
}

/** An equal job that still runs, or whose record was never fetched: the notebook may have been closed before its end. */
async function earlierJob(job: Job, record: string): Promise<SubmittedJob | undefined> {
  const isSame = (other: SubmittedJob): boolean =>
    other.record === record && JSON.stringify(other.job) === JSON.stringify(job);
  for (const earlier of (await submittedJobs()).filter(isSame).reverse()) {
    const state = await jobState(idOf(earlier));
    if (state && !hasEnded(state)) return earlier;
    if ((await recordOf(earlier.folder))?.outcome === "completed" && !existsSync(record)) return earlier;
  }
  return undefined;
}

function standIn(values: ArgumentValues, nodes: number): RunRecord {
  const number = (name: string): number | undefined => numberAmong(values, name);
  const localBatchSize = number("localBatchSize") ?? 8;
  const globalBatchSize = localBatchSize * nodes;
  const steps = number("stepsPerEpoch") ?? Math.ceil((number("trainImages") ?? 8 * globalBatchSize) / globalBatchSize);
  return exampleNodesRun({
    nodes,
    localBatchSize,
    steps,
    epochs: number("epochs") ?? 2,
    syncEvery: number("syncEvery"),
    model: typeof values.model === "string" ? values.model : undefined,
    compression: values.compression === "bfloat16" ? "bfloat16" : "none",
  });
}
