// Trains ResNet50V2 on one device, and reads how much energy that took: from NVML on a GPU, from RAPL on a CPU that shows it. Elsewhere it
// only counts the time of the cores.
//   node dist/chapters/10-thousand-nodes/programs/energy.mjs --device cpu --out energy.json
import { writeFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { synthetic } from "parallel-training/datasets";
import { programArguments } from "parallel-training/jobs";
import { resNet50V2 } from "parallel-training/models";
import { OneDeviceStrategy } from "parallel-training/strategy";
import { fit, sgd } from "parallel-training/training";
import { joulesBetween, joulesOfSamples, raplCounters, samplePower } from "../energy/index.js";

const { device, epochs, trainImages, imageSize, batchSize, out } = programArguments({
  device: ["cpu", "gpu"],
  epochs: 2,
  trainImages: 640,
  imageSize: 32,
  batchSize: 32,
  out: "energy.json",
});

/** The joules of what `run` does, and how they were found; no joules where the machine does not tell. */
async function metered(run: () => Promise<unknown>): Promise<{ meter: string; joules?: number; seconds: number }> {
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  if (device === "gpu") {
    const stop = samplePower();
    await run();
    const samples = await stop();
    return samples.length > 1
      ? { meter: "NVML", joules: joulesOfSamples(samples), seconds: samples[samples.length - 1].at - samples[0].at }
      : { meter: "nvidia-smi does not tell this GPU's power", seconds: seconds() };
  }
  const before = raplCounters();
  await run();
  const after = raplCounters();
  if (typeof before === "string") return { meter: before, seconds: seconds() };
  if (typeof after === "string") return { meter: after, seconds: seconds() };
  return { meter: "RAPL", joules: joulesBetween(before, after), seconds: seconds() };
}

const strategy = new OneDeviceStrategy({ device });
const images = await synthetic({ imageSize, globalBatchSize: batchSize, trainImages, testImages: batchSize });
const model = resNet50V2({ inputShape: [imageSize, imageSize, 3], classes: 10 });

const idle = await metered(() => sleep(2000));
const cores = process.cpuUsage();
const training = await metered(() => fit(model, images, { strategy, epochs, optimizer: sgd(0.01), evaluate: false }));
const { user, system } = process.cpuUsage(cores);

await writeFile(
  out,
  JSON.stringify({
    ...{ device, ...training, coreSeconds: (user + system) / 1e6, images: epochs * trainImages },
    ...(idle.joules === undefined ? {} : { idleWatts: idle.joules / idle.seconds }),
  }),
);
