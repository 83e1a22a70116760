import { expect, it } from "vitest";
import { bookEpochPairs } from "../../../chapters/03-deeper-model/book-epochs";
import { gpuRates, timesAsLong } from "../../../chapters/03-deeper-model/gpu-rates";
import { graphMemory } from "../../../chapters/03-deeper-model/graph-memory";
import { ownSizes } from "../../../chapters/03-deeper-model/own-sizes";
import { scaling } from "../../../lib/measure";
import { chapterScalingRuns } from "../../../lib/runs";

const [shallow, deep] = await Promise.all(
  (["resnet50v2", "resnet152v2"] as const).map(async (model) => scaling(await chapterScalingRuns({ model }))),
);

it("the graph's memory is the line through the smallest and the largest batch that the program prints", () => {
  const printed = [
    "batch 16: 483 MB, of which 94 MB are the weights",
    "batch 64: 1470 MB, of which 94 MB are the weights",
    "batch 128: 2779 MB, of which 94 MB are the weights",
  ];
  expect(graphMemory(printed)).toEqual({ bytesPerImage: 20.5e6, fixedBytes: 155e6 });
});

it("each of the book's four runs on several GPUs stands beside its network's run on one", () => {
  const pairs = bookEpochPairs([shallow, deep]);
  expect(pairs.map(([one, several]) => [one.devices, several.devices, several.layers, several.globalBatch])).toEqual([
    [1, 2, 50, 4096],
    [1, 4, 50, 8192],
    [1, 2, 152, 2048],
    [1, 4, 152, 4096],
  ]);
});

it("an image takes 2.4 times as long in the deeper network on the book's H100, and more than 3 times on the other one", async () => {
  const times = (await timesAsLong([shallow, deep], [shallow, deep])).map((row) => row["times as long"]);
  expect(times.map((each) => each.toFixed(2))).toEqual(["2.41", "3.19", "3.27", "2.41"]);
  const rates = await gpuRates(shallow, deep);
  expect(rates.map(({ GPUs }) => GPUs)).toEqual([1, 4, 1, 4, 1, 1, 1]);
  expect(rates.map((row) => Math.round(row["TFLOP/s of each GPU"]))).toEqual([25, 16, 33, 27, 98, 101, 97]);
  expect(rates.map((row) => Math.round(row["MFU (%)"]))).toEqual([5, 3, 7, 5, 10, 10, 10]);
});

it("logical devices share small images, and a small job has at most two of them", () => {
  const here = { onCluster: false, device: "cpu", gpus: 0 } as const;
  const { counts, argumentsFor } = ownSizes(here, 0, "synthetic");
  expect(counts).toEqual([1, 2, 4]);
  expect(argumentsFor(4)).toMatchObject({ batchSize: 32, stepsPerEpoch: 2, device: "cpu" });
  expect(ownSizes({ ...here, onCluster: true }, 0, "synthetic").counts).toEqual([1, 2]);
  expect(ownSizes(here, 2, "synthetic")).toMatchObject({ device: "gpu", counts: [1, 2] });
});
