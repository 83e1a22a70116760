import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LocalCluster } from "../../lib/cluster";
import { contenderNamed } from "../../lib/frameworks";
import { ownCores, programFile, runWorkers, type ArgumentValues } from "../../lib/jobs";
import { flags } from "../../lib/jobs/run-program";
import { readRun, type RunRecord } from "../../lib/runs/record";
import { lastLines } from "../../lib/system/execute";
import { onNodes } from "../many-nodes/slurm";
import type { FrameworkContender, Round } from "./result";
import { sentByNodes } from "./sent";

/** The lesson's program. */
const program = "07-frameworks/train";

/** One run of one contender. */
export interface Training {
  framework: string;
  model: string;
  nodes: number;
  /** Images of one process in one step. */
  batchSize: number;
  epochs: number;
  steps: number;
  /** Where it runs. Default: one process of this machine. */
  cluster?: Pick<LocalCluster, "command" | "on">;
}

/** What a run has shown. */
export interface Measured extends Pick<FrameworkContender, "does" | "versions"> {
  round: Round;
}

/**
 * Trains once, in processes that end with the training. Each has one thread on one core; if there are more nodes than cores, some
 * share one.
 * @throws one line that says why the run failed.
 */
export async function train(training: Training): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), "bench-frameworks-"));
  const record = join(folder, "run.json");
  try {
    const began = Date.now();
    const { cluster } = training;
    const sentBytes = cluster && (await onCluster(cluster, training, record));
    if (!cluster) await onThisMachine(training, record);
    const { round, ...about } = measuredOf(await readRun(record), began);
    return { ...about, round: { ...round, sentBytes } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const argumentsOf = ({ framework, model, nodes, batchSize, epochs, steps }: Training): ArgumentValues => ({
  ...{ framework, model, localBatchSize: batchSize, epochs, threads: 1, dataset: "synthetic" },
  ...{ trainImages: steps * batchSize * nodes, testImages: 2 * nodes },
});

async function onThisMachine(training: Training, record: string): Promise<void> {
  const environment = { WORKBOOK_RECORD: record };
  const how = { workers: 1, environment, cores: ownCores().slice(0, 1), print: () => undefined };
  await runWorkers(program, argumentsOf(training), how);
}

/** @returns what a node sends in a step, in the mean. */
async function onCluster(
  cluster: NonNullable<Training["cluster"]>,
  training: Training,
  record: string,
): Promise<number> {
  const { execa } = await import("execa");
  const command = [process.execPath, programFile(program), ...flags(argumentsOf(training))];
  const { nodes, epochs, steps } = training;
  const job = onNodes(cluster, nodes, { command, env: { WORKBOOK_RECORD: record } });
  const [file, ...args] = job.command;
  const before = await sentByNodes(cluster, nodes);
  const { failed, stderr, shortMessage } = await execa(file, args, { env: job.env, stdin: "ignore", reject: false });
  if (!failed) return ((await sentByNodes(cluster, nodes)) - before) / (nodes * epochs * steps);
  const reason = existsSync(record) ? (await readRun(record)).reason : undefined;
  throw new Error(reason ?? (lastLines(stderr, 1) || shortMessage));
}

/** @param began When the run's processes were started, in milliseconds. */
export function measuredOf(run: RunRecord, began: number): Measured {
  const { epochs, outcome, reason, where, configuration, peakMemoryBytes } = run;
  if (outcome !== "completed") throw new Error(reason ?? `The run's outcome is "${outcome}".`);
  const seconds = epochs.slice(1).map(({ steps: { start, end } }) => (end[end.length - 1] - start[0]) / start.length);
  const secondsToFirstStep = (Date.parse(run.startedAt) - began) / 1000 + run.timeToFirstStepSeconds;
  return {
    does: [configuration.strategy, ...(where.packages?.tuned ?? [])].join(", "),
    versions: versionsOf(run),
    round: { seconds, secondsToFirstStep, peakMemoryBytes },
  };
}

/** The versions of this engine's TensorFlow and Node, or of the framework and what distributes it. */
function versionsOf({ configuration: { framework }, where }: RunRecord): Record<string, string> {
  if (framework === undefined) return { tensorflow: where.tensorflow, node: where.node };
  const { packages } = contenderNamed(framework);
  return Object.fromEntries(packages.map((each) => [each, where.packages?.versions[each] ?? "unknown"]));
}
