import { mean } from "simple-statistics";
import type { InvoiceLine, ScalingStudy } from "../../lib/measure";
import type { DeviceSummary } from "../../lib/profile";
import { runStatistics, type RunRecord } from "../../lib/runs";
import type { TimedAllReduce } from "./time-all-reduce";

/** Rows for a table of a study: one for each number of devices. */
export const studyRows = ({ points }: ScalingStudy) =>
  points.map(({ devices, globalBatchSize, localBatchSize, epochSeconds, imagesPerSecond, ...point }) => ({
    ...{ devices, "global batch": globalBatchSize, "per device": localBatchSize, "epoch (s)": epochSeconds },
    ...{ "images/s": imagesPerSecond, "images/s per device": point.imagesPerSecondPerDevice },
    ...{ speedup: point.speedup, efficiency: point.efficiency },
  }));

/** Rows for a table of timed all-reduces, with the time that the busiest link would take at 100 MB/s. */
export const linkRows = (timed: readonly TimedAllReduce[]) =>
  timed.map(({ name, processes, busiestBytes, seconds }) => ({
    ...{ way: name, processes, "busiest link (MB)": busiestBytes / 1e6 },
    ...{ "at 100 MB/s (s)": busiestBytes / 100e6, "measured (s)": seconds },
  }));

/** Rows for a table of a profiled step: where each device's time went. */
export const partRows = (parts: readonly DeviceSummary[]) =>
  parts.map(({ device, seconds, compute, communication, exposedCommunication, idle }) => ({
    ...{ device, "step (ms)": 1e3 * seconds, "compute (ms)": 1e3 * compute },
    ...{ "all-reduce (ms)": 1e3 * communication, "of it alone (ms)": 1e3 * exposedCommunication },
    "idle (ms)": 1e3 * idle,
  }));

/** Rows for a table of the book's steps, whose work grows with the GPUs: n GPUs against one, with n times the images. */
export function grownStepRows(runs: readonly RunRecord[]) {
  const stepOf = (run: RunRecord) => runStatistics(run).step.median;
  return runs.map((run) => {
    const { replicas: GPUs, globalBatchSize } = run.configuration;
    const scaled = (GPUs * stepOf(runs[0])) / stepOf(run);
    return {
      ...{ GPUs, "images in a step": globalBatchSize, "step (ms)": 1e3 * stepOf(run) },
      ...{ "scaled speedup": scaled, "share of ideal": scaled / GPUs },
    };
  });
}

/** Rows for a table of an invoice. */
export const invoiceRows = (lines: readonly InvoiceLine[]) =>
  lines.map(({ epochs, devices, jobSeconds, deviceHours, price, relativePrice, jobSpeedup }) => ({
    ...{ epochs, GPUs: devices, "job (s)": jobSeconds, "GPU-seconds": deviceHours * 3600 },
    ...{ "EUR, at 3 EUR a GPU-hour": price, "times the price": relativePrice, "times as fast": jobSpeedup },
  }));

/** The share of the device-seconds that a job for each run saves, compared with one job for all that reserves the most devices. */
export function savedBySeparateJobs(lines: readonly InvoiceLine[]): number {
  const total = (of: (line: InvoiceLine) => number) => lines.reduce((sum, line) => sum + of(line), 0);
  const most = Math.max(...lines.map(({ devices }) => devices));
  return 1 - total(({ deviceHours }) => 3600 * deviceHours) / (most * total(({ jobSeconds }) => jobSeconds));
}

/** A table's columns with the mean utilisation of the GPUs during a run, if it used any, and the MFU of its devices, if it is known. */
export function busyShare({ gpu, mfu }: RunRecord): { "GPUs busy (%)"?: number; "MFU (%)"?: number } {
  const samples = gpu?.utilisation ?? [];
  const busy = samples.length > 0 ? { "GPUs busy (%)": mean(samples) } : {};
  return { ...busy, ...(mfu && { "MFU (%)": 100 * mfu.share }) };
}
