import { resolve } from "node:path";
import { runWorkers } from "../jobs/local-workers";
import { currentNodes } from "../jobs/nodes-at-hand";
import { jobFor, type ProgramOnNodes } from "../jobs/program-job";
import { numberAmong, runProgram, type ArgumentValues } from "../jobs/run-program";
import { siteSettings } from "../jobs/site";
import { exampleNodesRun } from "../runs";
import type { RunRecord } from "../runs/record";
import { keepOnce, type Measurement } from "./run-once";
import { throughSlurm } from "./through-slurm";

/** A measurement on one or several nodes: a program with its arguments and demands, and the file that keeps its record. */
export interface NodesMeasurement extends ProgramOnNodes, Pick<Measurement, "record" | "again"> {}

/**
 * Returns a measurement's record as `runOnce` does: the kept one, if it was made with these arguments and nodes, else a new
 * one. A Slurm job makes it, on the local cluster where one is up, else on the cluster that this machine belongs to, and a
 * figure below the cell shows its loss. Without Slurm, or where the site allows no jobs from notebooks, processes of this machine
 * make it. If an earlier call has left its job
 * running, that job is followed instead of submitting another.
 * @throws one line with Slurm's own reason, or with the program's.
 */
export async function runOnNodes(measurement: NodesMeasurement): Promise<RunRecord> {
  const { program, arguments: values, nodes, record, again } = measurement;
  return keepOnce(
    { arguments: { ...values, nodes }, record, again },
    {
      measure: async () => {
        if ((await currentNodes()).kind !== "loopback" && siteSettings().notebookJobs.allowed) {
          return throughSlurm({ job: await jobFor(measurement), values, record: resolve(record), again });
        }
        const environment = { WORKBOOK_RECORD: record };
        if (nodes === 1) return runProgram(program, values, environment);
        return runWorkers(program, values, { workers: nodes, environment });
      },
      standIn: () => standInOnNodes(values, nodes),
    },
  );
}

/** Makes up the record of a program on nodes, for grading. */
export function standInOnNodes(values: ArgumentValues, nodes: number): RunRecord {
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
