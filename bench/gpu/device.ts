import { mean } from "simple-statistics";
import { queryGpus, readGpuRows, timeOf, visibleGpus, watchGpus } from "../../lib/system/nvidia-smi";
import type { GpuResult } from "./result";

const fields = ["timestamp", "power.draw"] as const;

/** A time in which a program trained, in milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

/** The GPU on which all programs train: the first that may be used. */
const first = (): string => visibleGpus(process.env.CUDA_VISIBLE_DEVICES ?? "0")?.[0] ?? "";

/** This GPU, as its driver describes it; undefined where there is none. */
export async function firstGpu(): Promise<GpuResult["gpu"]> {
  const [gpu] = await queryGpus({ fields: ["name", "memory.total", "driver_version"], gpus: first() }, 20_000);
  const memoryBytes = Number(gpu?.["memory.total"]) * 2 ** 20;
  return Number.isFinite(memoryBytes) ? { name: gpu.name, memoryBytes, driver: gpu.driver_version } : undefined;
}

/** Asks for this GPU's power draw until it is stopped. */
export const watchPower = (interval = 100): (() => Promise<string[]>) => watchGpus({ fields, gpus: first() }, interval);

/** The mean power draw during some spans, in watts; undefined where the GPU told nothing in them. */
export function wattsIn(spans: readonly Span[], lines: readonly string[]): number | undefined {
  const watts = readGpuRows(fields, lines.join("\n"))
    .map((row) => ({ at: timeOf(row.timestamp), watts: Number(row["power.draw"]) }))
    .filter(({ at, watts }) => Number.isFinite(watts) && spans.some(({ from, to }) => at >= from && at <= to));
  return watts.length > 0 ? mean(watts.map((each) => each.watts)) : undefined;
}
