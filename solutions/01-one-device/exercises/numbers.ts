import { h100Datasheet, ridge } from "../../../chapters/01-one-device/roofline";
import { trainingWork } from "../../../chapters/01-one-device/training-work";
import { taskNamed } from "../../../lib/jobs/tasks";
import { parameterCount } from "../../../lib/models/known";
import { isBetween, type LessonNumbers } from "../../../lib/notebooks/numbers";
import { chapterRuns, runStatistics, type RunRecord } from "../../../lib/runs";

const exampleRun = "the writer's own run on 2 cores, in a sample conclusion";
export const given = {
  "10,000": "CIFAR-10's test images",
  "65,247": "the memory in the book's output of nvidia-smi",
  "1,024": "the book's batch of ResNet152V2",
  "2,000": "a round number for an example",
  "180": exampleRun,
  "640": exampleRun,
  "384": "the height of the large pictures that programs/jpegs.mts makes: 6 x 64",
};

export async function numbers(): Promise<LessonNumbers> {
  const [printed, exact] = [await chapterRuns({ epochTime: "seconds" }), await chapterRuns()];
  const hours = (task: string, jobs: number) => (jobs * taskNamed(task).resources.full.minutes) / 60;
  const epochs = (run: RunRecord) => {
    const { firstEpochSeconds: first, steadyEpochSeconds: steady } = runStatistics(run);
    return { first, steady, least: steady - 0.5, most: steady + 0.5 };
  };
  const both = ({ first, steady }: { first: number; steady: number }) => first + steady;
  const small = (runs: RunRecord[]) => runs.filter(({ configuration }) => configuration.globalBatchSize === 256);
  const [cpu, gpu] = small(printed).map(epochs);
  const one = epochs(
    printed.find(({ configuration: { model, replicas, localBatchSize } }) => {
      return model === "resnet50v2" && replicas === 1 && localBatchSize === 2048;
    })!,
  );
  return {
    imageBytes: 32 * 32 * 3,
    millions: parameterCount("resnet50v2", 10)! / 1e6,
    lastBatch: { images: 50_000 % 8192, missing: 7 * 8192 - 50_000 },
    limits: { cpu: hours("cpu", 2), gpu: hours("gpu", 4) },
    took: { cpu: both(cpu) / 3600, gpu: both(gpu) / 3600 },
    ...{ cpu: { steady: cpu.steady }, gpu: { steady: gpu.steady } },
    "On one H100, they take 43 s": both(one) === 43,
    faster: {
      first: cpu.first / gpu.first,
      steady: cpu.steady / gpu.steady,
      bounds: [cpu.least / gpu.most, cpu.most / gpu.least],
    },
    exactUpTo: 0.5 / 0.0005, // steps: half a second of an epoch, and half a millisecond of each step
    ...roofline(exact),
    samplePrediction: (64 - 0.64) / (4 * 0.0075),
    room: roomOnTheBooksGpu(),
  };
}

/** Lesson 3's estimate of ResNet152V2 with 1,024 images, and the GPU's memory as nvidia-smi printed it in the book. */
function roomOnTheBooksGpu(): LessonNumbers {
  const [gpu, estimate] = [65_247 * 2 ** 20, 287e6 + 1_024 * 49.86e6];
  return { gpu: gpu / 1e9, estimate: estimate / 1e9, percent: 100 * (gpu / estimate - 1) };
}

/** What the H100 reaches, from the book's times, the model's shapes and the datasheet. */
function roofline(runs: RunRecord[]): LessonNumbers {
  const model = "resnet50v2";
  const run = runs.filter(({ configuration: { model: its, replicas } }) => its === model && replicas === 1).pop()!;
  const rate = trainingWork(model, 128).operations * runStatistics(run).imagesPerSecond;
  const share = (of: { operationsPerSecond: number }) => (100 * rate) / of.operationsPerSecond;
  const { float32, tensorFloat32 } = h100Datasheet;
  return {
    shallow: { rate: rate / 1e12, tensor: share(h100Datasheet.tensorFloat32), float32: share(h100Datasheet.float32) },
    h100: {
      float32: float32.operationsPerSecond / 1e12,
      tensor: tensorFloat32.operationsPerSecond / 1e12,
      memory: float32.bytesPerSecond / 1e12,
    },
    ridge: { float32: ridge(float32), tensor: ridge(tensorFloat32) },
    "about 100 operations per byte": isBetween(95, trainingWork("resnet50v2", 128).operationsPerByte, 105),
  };
}
