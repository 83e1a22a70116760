import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { exampleNodesRun } from "../runs";
import type { PresetName } from "../training/presets";
import type { RunRecord } from "../runs/record";
import { collect } from "../jobs/collect";
import { follow, type JobStatus } from "../jobs/follow";
import { idOf, recordOf, submittedJobs, type SubmittedJob } from "../jobs/job-folder";
import { liveView } from "./live-view";
import { runWorkers } from "../jobs/local-workers";
import { nodesAtHand } from "../jobs/nodes-at-hand";
import { jobFor, type ProgramOnNodes } from "../jobs/program-job";
import type { Job } from "../jobs/job";
import { keepOnce } from "./run-once";
import { numberAmong, runProgram, type ArgumentValues } from "../jobs/run-program";
import { hasEnded, jobState } from "../slurm/job-state";
import { submitJob } from "../jobs/submit-job";
import { taskNamed } from "../jobs/tasks";

/** A measurement on one or several nodes: a program, how to run it, and the file that keeps its record. */
export interface NodesMeasurement extends ProgramOnNodes {
  /** Where the run's record is kept, relative to the notebook. */
  record: string;
  /** Measure anew even where there is a record. */
  again?: boolean;
}

/**
 * Gives a measurement's record as `runOnce` does: the one that is kept, if it was made with these arguments and nodes, else
 * a new one. It is made by a Slurm job, on the local cluster where one is up or else on the cluster that this machine
 * belongs to, with a figure of its loss below the cell; without Slurm by processes of this machine. A job that an earlier
 * call left running is followed instead of submitting another.
 * @throws one line with Slurm's own reason, or with the program's.
 */
export async function runOnNodes(measurement: NodesMeasurement): Promise<RunRecord> {
  const { program, arguments: values, nodes, record, again } = measurement;
  return keepOnce(
    { arguments: { ...values, nodes }, record, again },
    {
      measure: async () => {
        if ((await nodesAtHand()).kind !== "loopback") return throughSlurm(await jobFor(measurement), record, again);
        const environment = { WORKBOOK_RECORD: resolve(record) };
        if (nodes === 1) return runProgram(program, values, environment);
        return runWorkers(program, values, { workers: nodes, environment });
      },
      standIn: () => standIn(values, nodes),
    },
  );
}

/** A task of `./workbook submit`, measured from a notebook. */
export interface TaskMeasurement extends Partial<Omit<NodesMeasurement, "program" | "record">> {
  /** One of `./workbook submit --help`. */
  task: string;
  /** Default `quick`. */
  preset?: PresetName;
  record: string;
}

/** {@link runOnNodes} for one of the lessons' tasks, at a preset's size; `arguments` replace the task's own. */
export async function runJob({ task: name, preset = "quick", ...given }: TaskMeasurement): Promise<RunRecord> {
  const task = taskNamed(name);
  const usual = task.resources[preset];
  const { nodes = usual.nodes, gpusPerNode = usual.gpusPerNode } = given;
  const values = { dataset: task.dataset, ...task.arguments(preset, { nodes, gpusPerNode }), ...given.arguments };
  return runOnNodes({ minutes: usual.minutes, ...given, program: task.program, arguments: values, nodes, gpusPerNode });
}

/** Has Slurm run a job, and leaves its record in a file. */
async function throughSlurm(job: Job, record: string, again = false): Promise<void> {
  const file = resolve(record);
  const submitted = (again ? undefined : await earlierJob(job, file)) ?? (await submitJob(job, { record: file }));
  console.log(`Job ${idOf(submitted)}; what it prints: ${submitted.output}`);
  const view = liveView();
  const statuses = follow(submitted);
  let last: JobStatus | undefined;
  for (let next = await statuses.next(); ; next = await statuses.next()) {
    last = next.value;
    if (next.done) break;
    view.show(next.value);
  }
  if (!last) return;
  const { done, message } = await collect(last);
  if (!done) throw new Error(message);
  view.end(last, message);
}

/** A job for the same that still goes on, or whose record was never fetched: a notebook may have been closed meanwhile. */
async function earlierJob(job: Job, record: string): Promise<SubmittedJob | undefined> {
  const same = (other: SubmittedJob): boolean =>
    other.record === record && JSON.stringify(other.job) === JSON.stringify(job);
  for (const each of (await submittedJobs()).filter(same).reverse()) {
    const state = await jobState(idOf(each));
    if (state && !hasEnded(state)) return each;
    if ((await recordOf(each.folder))?.outcome === "completed" && !existsSync(record)) return each;
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
