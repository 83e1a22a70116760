import type { RunRecord } from "../../lib/runs";
import type { Cluster } from "./gpu-cluster";
import type { PublishedMesh } from "./llama-405b";
import type { ByAxis, TransformerStep } from "./mesh-sizes";

const megabytes = (bytes: number | undefined): number | undefined => (bytes === undefined ? undefined : bytes / 1e6);

/** Rows for a table of the four ways to cut a block's two layers. @param numbersSent What a student counts that a device sends. */
export function cutRows(
  numbersSent: (first: "columns" | "rows", second: "columns" | "rows") => number,
  numbersOfY: number,
) {
  const cuts = ["columns", "rows"] as const;
  return cuts.flatMap((first) =>
    cuts.map((second) => {
      const numbers = numbersSent(first, second);
      const ofY = numbers / numbersOfY;
      return { "A into": first, "B into": second, "a device sends (numbers)": numbers, "times the numbers of y": ofY };
    }),
  );
}

/** Rows for a table of runs along `tensor`: what the first device of each held and sent, and what the run learned. */
export const tensorRows = (runs: readonly RunRecord[]) =>
  runs.map(({ configuration: { sharding }, epochs, deviceMemory, sentBytes }) => ({
    ...{ "along tensor": sharding?.mesh.tensor ?? 1, sequence: sharding?.sequence ? "yes" : "no" },
    ...{ "first loss": epochs[0].steps.loss[0], "last loss": epochs[0].steps.loss.at(-1) },
    ...{ "at rest (MB)": megabytes(deviceMemory?.atRest[0]), "at the peak (MB)": megabytes(deviceMemory?.peak[0]) },
    "sent along tensor (MB)": megabytes(sentBytes?.tensor?.[0]),
  }));

/** Rows for a table of a run on 2 x 2 x 2 devices: what each held, and sent in a step. */
export const deviceRows = ({ deviceMemory, sentBytes }: RunRecord) =>
  (deviceMemory?.atRest ?? []).map((bytes, device) => ({
    ...{ device, "data, stage, tensor": `${device >> 2} ${(device >> 1) & 1} ${device & 1}` },
    ...{ "at rest (MB)": megabytes(bytes), "at the peak (MB)": megabytes(deviceMemory?.peak[device]) },
    "along tensor (MB)": megabytes(sentBytes?.tensor?.[device]),
    "along stage (MB)": megabytes(sentBytes?.stage?.[device]),
    "along data (MB)": megabytes(sentBytes?.data?.[device]),
  }));

type IdleShare = (devices: number, microbatches: number) => number;

/** Rows for a table of a schedule's idle share by its microbatches. */
export const bubbleRows = (devices: number, counts: readonly number[], idle: IdleShare) =>
  counts.map((microbatches) => {
    const share = idle(devices, microbatches);
    return { microbatches, "idle (%)": 100 * share, "times as fast as one device": devices * (1 - share) };
  });

/** What the figure of the bubble shows: a curve for each number of stages. */
export const bubbleCurves = (stages: readonly number[], counts: readonly number[], idle: IdleShare) =>
  stages.map((devices) => ({
    name: `${devices} stages`,
    microbatches: [...counts],
    idle: counts.map((count) => idle(devices, count)),
  }));

/** Rows for a table of what a device sends along each axis, and of the seconds that this takes on a cluster's links. */
export const axisRows = (bytes: ByAxis, { insideBytesPerSecond, betweenBytesPerSecond }: Cluster) =>
  (["tensor", "stage", "data"] as const).map((axis) => ({
    ...{ axis, "each device sends (GB)": bytes[axis] / 1e9 },
    "inside a node (s)": bytes[axis] / insideBytesPerSecond,
    "between nodes (s)": bytes[axis] / betweenBytesPerSecond,
  }));

/** Rows for a table of published meshes. */
export const publishedMeshRows = (meshes: readonly PublishedMesh[]) =>
  meshes.map(({ run, gpu, gpus, gpusPerNode, tensor, stage, context, data, chunks, teraflopsPerGpu }) => ({
    ...{ run, GPUs: `${gpus.toLocaleString("en")} ${gpu}`, "a node": gpusPerNode, tensor, stage, context, data },
    ...{ chunks, "TFLOP/s a GPU": teraflopsPerGpu },
  }));

/** Rows for a table of the same model on few and on many GPUs. @param bubbles Their idle shares. */
export const scaledRows = (runs: readonly PublishedMesh[], bubbles: readonly number[]) =>
  runs.map(({ gpus, data, microbatches = NaN, secondsPerStep = NaN }, at) => ({
    ...{ GPUs: gpus, "rows in a step": data * microbatches },
    "rows in a second": (data * microbatches) / secondsPerStep,
    "bubble (%)": 100 * bubbles[at],
  }));

/** A step of a model on a cluster, and three others: with smaller and larger batches, and with a slower network between the nodes. */
export const otherCases = (model: TransformerStep, cluster: Cluster): [string, TransformerStep, Cluster][] => [
  ["256 rows, 50 GB/s between nodes", model, cluster],
  ["64 rows", { ...model, rows: 64 }, cluster],
  ["1,024 rows", { ...model, rows: 1024 }, cluster],
  ["256 rows, 3 GB/s between nodes", model, { ...cluster, betweenBytesPerSecond: 3e9 }],
];
