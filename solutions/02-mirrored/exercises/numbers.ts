import { crossingSize } from "../../../chapters/02-mirrored/crossing";
import { wireTimes } from "../../../chapters/02-mirrored/wire-times";
import { invoice, scaling } from "../../../lib/measure";
import { parameterCount } from "../../../lib/models/known";
import type { LessonNumbers } from "../../../lib/notebooks/numbers";
import { chapterScalingRuns, runStatistics } from "../../../lib/runs";

export const given = {
  "16.8": "megabytes, 2^24 bytes",
  "262": "KB, 2^18 bytes",
  "250": "KB, the burst that a link of the local cluster lets pass: 2 ms at 1 Gb/s",
  "50,000": "CIFAR-10's training images",
  "10,000": "a round number for an example",
};

export async function numbers(): Promise<LessonNumbers> {
  const model = "resnet50v2";
  const [printedRuns, runs] = [
    await chapterScalingRuns({ model, epochTime: "seconds" }),
    await chapterScalingRuns({ model }),
  ];
  const [printed, exact] = [scaling(printedRuns), scaling(runs)];
  const [one, , four] = exact.points;
  const [step, , stepOfFour] = runs.map((run) => Math.round(1000 * runStatistics(run).step.median));
  const { images } = runs[2].epochs[1].steps;
  const [ofOne, ofTwo, ofFour] = invoice(printed, { perDeviceHour: 3600, currency: "EUR", epochs: 2 });
  const [alone, , all] = printed.points.map(({ epochSeconds }) => epochSeconds);
  const separate = ofOne.deviceHours + ofTwo.deviceHours + ofFour.deviceHours;
  const wire = await wireTimes();
  const largest = Math.max(...wire.map(({ megabytes }) => megabytes));
  const [smallest, own] = [wire[0].megabytes, "this workbook's ring"];
  const ms = (name: string, megabytes: number): number =>
    1000 * wire.find((time) => time.name === name && time.megabytes === megabytes)!.seconds;
  return {
    wire: {
      ...{ tree: Number((1000 * crossingSize(wire, "tree", "ring")!).toPrecision(1)), ownSmall: ms(own, smallest) },
      treeSlower: ms("tree", largest) / ms("ring", largest),
      halvingSlower: ms("halving and doubling", largest) / ms("ring", largest),
    },
    "it is the fastest of the four": wire.every(({ name }) => ms(own, largest) <= ms(name, largest)),
    gpuHours: separate,
    parameters: parameterCount(model, 10)!,
    millions: parameterCount(model, 10)! / 1e6,
    batch: { images: four.globalBatchSize, last: images[images.length - 1] },
    step: { one: step, four: stepOfFour, longer: stepOfFour - step, scaled: (4 * step) / stepOfFour },
    epoch: { one: alone, four: all, exact: four.epochSeconds },
    possible: { least: (alone - 0.5) / (all + 0.5), most: (alone + 0.5) / (all - 0.5) },
    speedup: four.speedup,
    efficiency: 100 * four.efficiency,
    marginal: 100 * four.marginal!.efficiency,
    rate: { one: one.imagesPerSecond, four: four.imagesPerSecond, each: four.imagesPerSecondPerDevice },
    job: { one: ofOne.jobSeconds, four: ofFour.jobSeconds },
    bill: {
      four: 3600 * ofFour.deviceHours,
      times: ofFour.relativePrice,
    },
  };
}
