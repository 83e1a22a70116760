import { publishedRows } from "../../lib/runs/published/published-record";
import type { DeviceLevelling } from "./figures/levelling";
import { frameworksStudy, type FrameworkRun } from "./frameworks";
import type { BatchNeed, GainRange, GainToAccuracy, Levelling, TimedStep } from "./terms";

/** Images of CIFAR-10's training set, and the updates in which He and others (2016) trained ResNet44 on it, with 128 images a step. */
const [cifar10Images, usualUpdates] = [50_000, 64_000];

/** Rows for a table: ResNet44 on the devices that the study names, if each of them has `localBatch` images of a step. */
export function studyRows(localBatch: number, gainRange: (times: number, devices: number) => GainRange) {
  const { speedup, devices: gpus } = frameworksStudy;
  const sizes = [
    { "trained on": "1 V100", devices: 1, times: 1 },
    { "trained on": `${gpus} V100s, PyTorch with DDP`, devices: gpus, times: speedup },
    { "trained on": "56 CPUs, if the throughput were ideal", devices: 56, times: 56 },
  ];
  return sizes.map(({ devices, times, ...size }) => {
    const images = localBatch * devices;
    const updates = Math.ceil(cifar10Images / images); // the last one may have fewer images
    const { equalImages, equalUpdates } = gainRange(times, devices);
    return {
      ...{ ...size, "images a step": images, "updates an epoch": updates },
      ...{ "epochs for 64,000 updates": usualUpdates / updates, "images a second, against one (times)": times },
      ...{ "sooner, equal images": equalImages, "sooner, equal updates": equalUpdates },
    };
  });
}

/** How much sooner devices with the smallest batch each reach the accuracy, if they lose no time: a point for each batch that was trained. */
export function devicesRows(
  needs: readonly BatchNeed[],
  gain: (times: number, devices: number, epochsOnOne: number, epochsOnAll: number) => GainToAccuracy,
) {
  const [{ batch: each, updates: onOne }] = needs;
  return needs.map(({ batch, updates }) => {
    const devices = batch / each;
    return { devices, batch, updates, toAccuracy: gain(devices, devices, each * onOne, batch * updates).toAccuracy };
  });
}

/** The time of a run's steps in its fastest epoch without the first, because others may use the machine in the slower ones. */
export function stepOf({ localBatch, epochs: [, ...later] }: FrameworkRun): TimedStep {
  return {
    images: localBatch,
    seconds: Math.min(...later.map(({ seconds, images }) => (seconds * localBatch) / images)),
  };
}

/** The workbook's own steps of ResNet50V2 on one H100, by batch. datasets/published/README.md describes the conditions. */
export async function h100Steps(): Promise<{ name: string; steps: TimedStep[] }[]> {
  const rows = await publishedRows("h100-batches");
  return ["tf32", "float16"].map((precision) => ({
    name: `H100, ${precision}`,
    steps: rows
      .filter((row) => row.precision === precision)
      .map(({ batch, images_per_second: rate }) => ({ images: Number(batch), seconds: Number(batch) / Number(rate) })),
  }));
}

/** Each device with the plateau that the student's function finds from its smallest and its largest step. */
export const levellings = (
  devices: readonly { name: string; steps: TimedStep[] }[],
  levelsOff: (one: TimedStep, other: TimedStep) => Levelling,
): DeviceLevelling[] =>
  devices.map(({ name, steps }) => ({ name, steps, ...levelsOff(steps[0], steps[steps.length - 1]) }));

/** Rows for a table: plateaus, the images for half of them and for 90 %, and how far the steps between are from the line. */
export const levellingRows = (
  devices: readonly DeviceLevelling[],
  imagesForShare: (half: number, share: number) => number,
) =>
  devices.map(({ name, steps, plateau, half }) => {
    const errors = steps.slice(1, -1).map(({ images, seconds }) => {
      const predicted = (images + half) / plateau;
      return 100 * Math.abs(predicted / seconds - 1);
    });
    const enough = imagesForShare(half, 0.9);
    return {
      ...{ device: name, "plateau (images/s)": plateau, "half at (images)": half, "90 % at (images)": enough },
      ...{
        "devices for 4,096 images": Math.floor(4096 / enough),
        "steps between, off by up to (%)": errors.length > 0 ? Math.max(...errors) : undefined,
      },
    };
  });
