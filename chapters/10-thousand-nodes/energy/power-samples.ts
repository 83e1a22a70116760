import { readGpuRows, watchGpus } from "../../../lib/system/nvidia-smi";

/** The power of a GPU at one moment. */
export interface PowerSample {
  /** In seconds. */
  at: number;
  watts: number;
}

const fields = ["timestamp", "power.draw"] as const;

/**
 * Samples the power of the first GPU that a process may use, five times a second, until it is stopped: `nvidia-smi` asks NVML.
 * @returns a function that stops sampling, and gives the samples; none where there is no GPU.
 */
export function samplePower(gpus = process.env.CUDA_VISIBLE_DEVICES ?? "0"): () => Promise<PowerSample[]> {
  const stop = watchGpus({ fields, gpus: gpus.split(",")[0] }, 200);
  return async () => powerSamples(await stop());
}

/** Reads lines of `nvidia-smi`: `2026/11/26 10:00:00.200, 412.50`. Those without a number are left out. */
export function powerSamples(lines: string[]): PowerSample[] {
  return readGpuRows(fields, lines.join("\n")).flatMap(({ timestamp, "power.draw": power }) => {
    const [at, watts] = [Date.parse(`${timestamp.replaceAll("/", "-").replace(" ", "T")}Z`) / 1000, Number(power)];
    return Number.isFinite(at) && Number.isFinite(watts) && watts >= 0 && power !== "" ? [{ at, watts }] : [];
  });
}

/** The joules between the first sample and the last: between two samples, the mean of both counts. */
export function joulesOfSamples(samples: PowerSample[]): number {
  return samples.slice(1).reduce((sum, { at, watts }, index) => {
    const before = samples[index];
    return sum + ((at - before.at) * (watts + before.watts)) / 2;
  }, 0);
}
