import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argumentsOfRun, nodesOfLevels, type Design, type PlannedRun } from "../../lib/experiment/design";
import { newJournal, recordFile, type Attempt, type JournalRun } from "../../lib/experiment/runner/journal";
import { writeRun, type RunRecord } from "../../lib/runs/record";

/** How a made-up try ends. Default: completed. */
export type MadeUpOutcome = "completed" | "out-of-memory" | "failed" | "planned";

/** What is made up of an experiment. */
export interface MadeUpExperiment {
  folder: string;
  /** Of each run. */
  outcome?: (run: PlannedRun) => MadeUpOutcome;
  /** Tries before the last one, which failed. */
  retried?: (run: PlannedRun) => number;
  /** The runs' numbers in the order in which they are made. Default: as planned. */
  order?: (numbers: number[]) => number[];
  commit?: (run: PlannedRun) => string;
}

/** Writes an experiment as a runner would have, with made-up runs: nothing is trained. */
export async function writeMadeUpExperiment(design: Design, options: MadeUpExperiment): Promise<void> {
  const { folder, outcome = () => "completed", retried = () => 0, order = (numbers) => numbers } = options;
  const journal = newJournal(design, { kind: "local-cluster", rate: "1gbit" });
  mkdirSync(folder, { recursive: true });
  let clock = Date.UTC(2026, 0, 5, 8);
  let made = 0;
  for (const number of order(journal.runs.map((run) => run.number))) {
    const run = journal.runs[number - 1];
    const end = outcome(run);
    for (let fault = 0; fault < retried(run); fault++) {
      clock = addTry(run, clock, 5, { outcome: "failed", message: `made-up fault ${fault + 1} of run ${number}` });
    }
    if (end === "planned") continue;
    const record = madeUpRun(design, run, clock, options.commit?.(run) ?? "c0ffee".padEnd(40, "0"));
    const seconds = record.epochs.at(-1)?.steps.end.at(-1) ?? 0;
    clock = addTry(run, clock, seconds, { outcome: end, message: end === "completed" ? "done" : `made-up: ${end}` });
    if (end !== "failed") run.made = ++made;
    if (end === "completed") await writeRun(recordFile(folder, run), record);
  }
  writeFileSync(join(folder, "journal.json"), JSON.stringify(journal));
}

function addTry(run: JournalRun, from: number, seconds: number, end: Pick<Attempt, "outcome" | "message">): number {
  const until = from + 1000 * (seconds + 2);
  const [startedAt, endedAt] = [from, until].map((time) => new Date(time).toISOString());
  run.attempts.push({ number: run.attempts.length + 1, startedAt, endedAt, job: String(100 + run.number), ...end });
  return until;
}

/** Seconds of computing an image and a step, and of an all-reduce between two nodes. */
const perImage: Record<string, number> = { resnet50: 0.004, efficientnetb0: 0.001 };
const [perStep, perSync] = [0.02, 0.06];

function madeUpRun(
  design: Design,
  { number, replicate, levels }: PlannedRun,
  begun: number,
  commit: string,
): RunRecord {
  const values = argumentsOfRun(design, { levels, replicate });
  const nodes = nodesOfLevels(levels);
  const of = (name: string, usual: number): number => Number(values[name] ?? usual);
  const [batch, syncEvery, epochs, trainImages] = [
    of("localBatchSize", 8),
    of("syncEvery", 1),
    of("epochs", 3),
    of("trainImages", 192),
  ];
  const model = String(values.model ?? "efficientnetb0");
  const steps = Math.max(1, Math.round(trainImages / (batch * nodes)));
  const slower = 1 + 0.02 * lot(number);
  const sync = nodes === 1 ? 0 : (perSync * 2 * (nodes - 1)) / nodes / syncEvery;
  let clock = 1;
  const epochOf = (epoch: number): RunRecord["epochs"][number] => {
    const each = (perStep + perImage[model] * batch + sync) * slower * (1 + 0.004 * lot(100 * number + epoch));
    const start = Array.from({ length: steps }, (_, step) => clock + step * each);
    const end = start.map((time) => time + each);
    clock += steps * each + 0.5;
    const same = (value: number): number[] => start.map(() => value);
    const accuracy = 0.1 + 0.15 * epoch;
    return {
      epoch,
      steps: { start, end, wait: same(0), images: same(batch * nodes), loss: same(2 / epoch), correct: same(1) },
      loss: 2 / epoch,
      accuracy,
      validation: { loss: 2 / epoch, accuracy, seconds: 0.5 },
    };
  };
  const record: RunRecord = {
    schema: 1,
    id: `made-up-${number}`,
    outcome: "completed",
    startedAt: new Date(begun + 1000).toISOString(),
    where: {
      hosts: Array.from({ length: nodes }, (_, node) => `node${node + 1}`),
      ...{ devices: ["CPU:0"], processor: "Made-up <CPU>", cores: 1, memoryBytes: 2 ** 32 },
      ...{ slurmJobId: String(100 + number), tensorflow: "2.20.0", node: "20.20.2", commit },
    },
    configuration: {
      ...{
        program: design.program,
        model,
        parameters: model === "resnet50" ? 25_600_000 : 4_060_000,
        dataset: "synthetic",
      },
      ...{
        imageSize: 32,
        classes: 10,
        trainImages,
        testImages: 16,
        globalBatchSize: batch * nodes,
        localBatchSize: batch,
      },
      ...{ replicas: nodes, strategy: "multi-worker", workers: nodes, syncEvery, compression: "none", device: "cpu" },
      ...{
        precision: "float32",
        learningRate: 0.02,
        momentum: 0,
        epochs,
        seed: replicate,
        data: "device",
        prefetch: 0,
      },
    },
    captureSeconds: 0.5,
    timeToFirstStepSeconds: 1.5,
    epochs: [],
    peakMemoryBytes: 5e8,
  };
  for (let epoch = 1; epoch <= epochs; epoch++) record.epochs.push(epochOf(epoch));
  return { ...record, endedAt: new Date(begun + 1000 + 1000 * clock).toISOString() };
}

/** A number from -1 to 1 that looks like chance and is the same each time. */
function lot(at: number): number {
  const part = Math.sin(at) * 43_758.5453;
  return 2 * (part - Math.floor(part)) - 1;
}
