import { createInterface } from "node:readline";
import type { RunRecord } from "../runs/record";

/** What the GPUs did, for a run record: utilisation in percent, memory in bytes, when in seconds. */
export type GpuSamples = NonNullable<RunRecord["gpu"]>;

/** Samples that are being taken. */
export interface GpuSampler {
  /** Ends the sampling. Undefined where there is no GPU, or none that `nvidia-smi` can tell of. */
  stop(): Promise<GpuSamples | undefined>;
}

/** What to sample. */
export interface GpuSamplerOptions {
  /** Times count from here. */
  startedAt: Date;
  /** Milliseconds between samples. Default 500. */
  interval?: number;
  /** The GPUs, as `nvidia-smi --id` takes them. Default: `CUDA_VISIBLE_DEVICES`, else all. */
  gpus?: string;
}

/** One line: when, which GPU, percent, mebibytes. */
const query = "timestamp,index,utilization.gpu,memory.used";

/**
 * Samples the GPUs' utilisation (mean over the GPUs) and memory (the fullest GPU's) until it is stopped. `nvidia-smi`
 * puts the time on its samples itself: training keeps this process too busy to do it.
 */
export function sampleGpu({
  startedAt,
  interval = 500,
  gpus = process.env.CUDA_VISIBLE_DEVICES,
}: GpuSamplerOptions): GpuSampler {
  const lines: string[] = [];
  const ended = new AbortController();
  const run = async () => {
    const { execa } = await import("execa");
    const id = gpus ? [`--id=${gpus}`] : [];
    const flags = [`--query-gpu=${query}`, "--format=csv,noheader,nounits", `--loop-ms=${interval}`, ...id];
    const child = execa("nvidia-smi", flags, {
      ...{ reject: false, buffer: false, stdin: "ignore", stderr: "ignore" },
      // Stopping it is how it ends; an unfinished last line does not matter.
      ...{ cancelSignal: ended.signal, forceKillAfterDelay: 1000 },
    });
    createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
    await child;
  };
  const finished = run();
  return {
    stop: async () => {
      ended.abort();
      await finished;
      return samplesOf(lines, startedAt);
    },
  };
}

/** Lines of `nvidia-smi` to samples: the lines of one moment, one a GPU, become one sample. */
export function samplesOf(lines: string[], startedAt: Date): GpuSamples | undefined {
  const samples: GpuSamples = { utilisation: [], memoryBytes: [], at: [] };
  let moment: Line[] = [];
  const close = (): void => {
    if (moment.length === 0) return;
    samples.at.push((moment[0].time - startedAt.getTime()) / 1000);
    samples.utilisation.push(moment.reduce((sum, { percent }) => sum + percent, 0) / moment.length);
    samples.memoryBytes.push(Math.max(...moment.map(({ bytes }) => bytes)));
    moment = [];
  };
  for (const line of lines.flatMap(parse)) {
    // The first GPU again: a new moment.
    if (moment.some(({ gpu }) => gpu === line.gpu)) close();
    moment.push(line);
  }
  close();
  return samples.at.length > 0 ? samples : undefined;
}

interface Line {
  time: number;
  gpu: string;
  percent: number;
  bytes: number;
}

/** "2025/11/21 11:30:12.123, 0, 87, 40536"; a line with other content ("[N/A]") is left out. */
function parse(line: string): Line[] {
  const [timestamp, gpu, percent, mebibytes] = line.split(", ");
  const time = new Date(timestamp.replaceAll("/", "-").replace(" ", "T")).getTime();
  const parsed = { time, gpu, percent: Number(percent), bytes: Number(mebibytes) * 2 ** 20 };
  return [parsed.time, parsed.percent, parsed.bytes].every(Number.isFinite) ? [parsed] : [];
}
