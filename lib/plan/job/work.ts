import { argumentOf } from "../../jobs/request";
import type { Job } from "../../jobs/job";
import { taskNamed } from "../../jobs/tasks";
import type { GradientFormat } from "../../runs/record";
import type { Precision } from "../own-runs";
import type { Computing } from "../shared-cores";

/** A job's training, in the numbers that its time depends on. */
export interface JobWork extends Computing {
  model: string;
  imageSize: number;
  precision: Precision;
  /** Images of a batch on one device. */
  localBatch: number;
  epochs: number;
  images: number;
  testImages: number;
  syncEvery: number;
  compression: GradientFormat;
}

const sizes: Partial<Record<string, { images: number; testImages: number; imageSize: number }>> = {
  cifar10: { images: 50_000, testImages: 10_000, imageSize: 32 },
  tinyimagenet: { images: 100_000, testImages: 10_000, imageSize: 64 },
};

/**
 * What a lesson's job trains, from its arguments.
 * @returns undefined where it trains on a text, in another framework, or on a dataset of unknown size.
 */
export function workOfJob(job: Job): JobWork | undefined {
  const word = (flag: string) => argumentOf(job.arguments, flag);
  const number = (flag: string, fallback = NaN) => Number(word(flag) ?? fallback);
  const task = taskNamed(job.name);
  const { images = NaN, testImages = NaN } = sizes[job.dataset] ?? {};
  const { imageSize = NaN } = sizes[task.dataset] ?? {}; // made-up images are as large as those that they stand for
  const [nodes, devicesPerNode] = [job.nodes, number("devices", Math.max(1, job.gpusPerNode))];
  const device = job.gpusPerNode > 0 && word("device") !== "cpu" ? "gpu" : "cpu";
  const localBatch = Math.ceil(number("local-batch-size", number("batch-size") / (nodes * devicesPerNode)));
  const most = number("steps-per-epoch", Infinity) * localBatch * nodes * devicesPerNode;
  const work: JobWork = {
    model: word("model") ?? task.model,
    imageSize: number("image-size", imageSize),
    device,
    precision: precisionOf(word("precision"), device),
    ...{ localBatch, nodes, devicesPerNode },
    coresPerNode: Math.min(job.cpusPerNode, number("threads", Infinity)),
    epochs: number("epochs"),
    images: Math.min(number("train-images", images), most),
    testImages: most === Infinity ? number("test-images", testImages) : 0, // with so few steps, nothing is evaluated
    syncEvery: number("sync-every", 1),
    compression: ["bfloat16", "16-bit"].includes(word("compression") ?? "none") ? "bfloat16" : "none",
  };
  const isOurs = (word("framework") ?? "ours") === "ours";
  const { testImages: tested, ...positive } = work;
  const isKnown = tested >= 0 && Object.values(positive).every((value) => typeof value === "string" || value > 0);
  return isOurs && isKnown && task.dataset !== "shakespeare" ? work : undefined;
}

function precisionOf(word: string | undefined, device: JobWork["device"]): Precision {
  if (word === "mixed") return device === "gpu" ? "mixed_float16" : "mixed_bfloat16";
  return (word ?? "float32") as Precision; // the program has checked it
}
