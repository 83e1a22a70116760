import type { RunRecord } from "../runs/record";
import { readGpuRows, timeOf, watchGpus, type GpuRow } from "../system/nvidia-smi";

/** Samples of the GPUs for a run record: utilisation in percent, memory in bytes, times in seconds. */
type GpuSamples = NonNullable<RunRecord["gpu"]>;

interface GpuSamplerOptions {
  /** The start of the run, from which the samples' times count. */
  startedAt: Date;
  /** Milliseconds between samples. Default 500. */
  interval?: number;
  /** The GPUs, as `CUDA_VISIBLE_DEVICES` names them. Default: that variable, else all. */
  gpus?: string;
  /** How many of these GPUs are used, the first ones. Default: all. */
  used?: number;
}

/** The time, the GPU, percent, and mebibytes. */
const fields = ["timestamp", "index", "utilization.gpu", "memory.used"] as const;

/**
 * Samples the GPUs' utilisation (mean over the GPUs) and memory (the fullest GPU's) until it is stopped.
 * @returns a function that stops sampling. Its result is undefined when `nvidia-smi` shows no GPU.
 */
export function sampleGpu({
  startedAt,
  interval = 500,
  gpus = process.env.CUDA_VISIBLE_DEVICES,
  used,
}: GpuSamplerOptions) {
  const stop = watchGpus({ fields, gpus: firstOf(gpus, used) }, interval);
  return { stop: async () => samplesOf(await stop(), startedAt) };
}

function firstOf(gpus: string | undefined, used: number | undefined): string | undefined {
  if (used === undefined) return gpus;
  const ids = gpus ? gpus.split(",") : Array.from({ length: used }, (_, index) => String(index));
  return ids.slice(0, used).join(",");
}

/** Turns lines of `nvidia-smi` into samples. The lines of all GPUs at one moment become one sample. */
export function samplesOf(lines: string[], startedAt: Date): GpuSamples | undefined {
  const samples: GpuSamples = { utilisation: [], memoryBytes: [], at: [] };
  let moment: GpuMoment[] = [];
  const close = (): void => {
    if (moment.length === 0) return;
    samples.at.push((moment[0].time - startedAt.getTime()) / 1000);
    samples.utilisation.push(moment.reduce((sum, { percent }) => sum + percent, 0) / moment.length);
    samples.memoryBytes.push(Math.max(...moment.map(({ bytes }) => bytes)));
    moment = [];
  };
  for (const next of readGpuRows(fields, lines.join("\n")).flatMap(momentOf)) {
    // If a GPU appears again, a new moment begins.
    if (moment.some(({ gpu }) => gpu === next.gpu)) close();
    moment.push(next);
  }
  close();
  return samples.at.length > 0 ? samples : undefined;
}

/** What one GPU did at one moment. */
interface GpuMoment {
  time: number;
  gpu: string;
  percent: number;
  bytes: number;
}

/** Rows with a value that is no number ("[N/A]") are left out. */
function momentOf(row: GpuRow<(typeof fields)[number]>): GpuMoment[] {
  const time = timeOf(row.timestamp);
  const [percent, bytes] = [Number(row["utilization.gpu"]), Number(row["memory.used"]) * 2 ** 20];
  return [time, percent, bytes].every(Number.isFinite) ? [{ time, gpu: row.index, percent, bytes }] : [];
}
