import { epochSeconds, type RunRecord } from "../../lib/runs";
import { flags } from "../../lib/jobs/run-program";
import { runChild, workbookScript } from "../../lib/verify/child";
import { Worker } from "../workers/worker";
import type { WorkerCommand } from "../workers/worker";
import type { Span } from "./device";
import type { GpuPrecision } from "./result";
import type { Workload } from "./workloads";

/** How long and where to measure. */
export interface Extent {
  device: "cpu" | "gpu";
  rounds: number;
  /** Steps of a round; as many come before the first one, or three of a peer, in which memory and caches settle. */
  steps: number;
  imageSize: number;
  /** A file for this engine's record. */
  record: string;
}

/** What a program did. */
export interface Measured {
  /** Each round, and its seconds as the program counts them. */
  rounds: (Span & { seconds: number })[];
  firstStepSeconds: number;
  peakBytes?: number;
  does: string;
  versions: Record<string, string>;
}

/** A program that compiles for longer than this is given up. */
const LIMIT_SECONDS = 900;

/** This engine, by `./workbook train`: the epochs after the first are the rounds. @throws one line when it fails. */
export async function measureOurs(
  { network, batch, sizes }: Workload,
  { precision, xla }: { precision: GpuPrecision; xla: boolean },
  { device, rounds, steps, imageSize, record }: Extent,
): Promise<Measured> {
  const values = {
    ...{
      model: network,
      dataset: "synthetic",
      device,
      batchSize: batch,
      trainImages: steps * batch,
      epochs: rounds + 1,
    },
    ...{ precision: precision === "float32" ? precision : `mixed_${precision}`, xla, noEvaluate: true, record },
    ...(sizes ? { context: sizes.context } : { imageSize, testImages: 1 }),
  };
  const { run, reason } = await runChild(workbookScript, ["train", ...flags(values)], {
    timeoutSeconds: LIMIT_SECONDS,
  });
  if (run?.outcome !== "completed") throw new Error(reason);
  return {
    rounds: run.epochs.slice(1).map((epoch) => ({ ...spanOf(run, epoch), seconds: epochSeconds(epoch) })),
    firstStepSeconds: run.timeToFirstStepSeconds,
    peakBytes: device === "gpu" ? run.devicePeakBytes?.[0] : run.peakMemoryBytes,
    does: "./workbook train: images or tokens stay on the device, and each step gathers its own",
    versions: { tensorflow: run.where.tensorflow, node: run.where.node },
  };
}

function spanOf({ startedAt }: RunRecord, { steps: { start, end } }: RunRecord["epochs"][number]): Span {
  const begun = Date.parse(startedAt);
  return { from: begun + 1000 * start[0], to: begun + 1000 * end[end.length - 1] };
}

/** Another program, by the protocol of `bench/workers`. @throws one line when it fails. */
export async function measurePeer(
  name: string,
  command: WorkerCommand,
  plan: object,
  { device, rounds, steps }: Extent,
): Promise<Measured> {
  const worker = new Worker(name, command, { ...plan, device });
  const tooLong = setTimeout(() => void worker.stop(), 1000 * LIMIT_SECONDS);
  try {
    const { firstStepSeconds, about } = await worker.start();
    const measured: Measured["rounds"] = [];
    let peakBytes: number | undefined;
    for (let round = 0; round < rounds; round++) {
      const from = Date.now();
      const { seconds, peakMemoryBytes, devicePeakBytes } = await worker.train(steps);
      measured.push({ from, to: Date.now(), seconds: seconds.reduce((sum, each) => sum + each, 0) });
      peakBytes = device === "gpu" ? (devicePeakBytes ?? undefined) : peakMemoryBytes;
    }
    return { rounds: measured, firstStepSeconds, peakBytes, does: about.does, versions: about.versions };
  } finally {
    clearTimeout(tooLong);
    await worker.stop();
  }
}
