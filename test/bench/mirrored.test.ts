import { expect, it } from "vitest";
import { groupsOf, type Choice } from "../../bench/mirrored/groups";
import { resultSchema, type MirroredContender, type MirroredResult } from "../../bench/mirrored/result";
import { summarize } from "../../bench/mirrored/summary";
import { tableOf } from "../../bench/mirrored/table";
import { head, writesResult } from "./results";

const images = { imageFile: "none", imageCount: 512, classes: 10, learningRate: 0.01 };
const choice: Choice = {
  ...{ batchSizes: [16, 64], devices: [1, 2], bucketSizes: [0, 4, "all"], peers: ["keras", "keras-tuned"] },
  imageSize: 128,
};
const names = (chosen: Partial<Choice>) =>
  groupsOf({ ...choice, ...chosen }, images).map(({ group, entries }) => [group, entries.map(({ name }) => name)]);

it("has a group for each batch and number of devices, each with one device among it, then sizes of buckets", () => {
  const one = ["one device", "mirrored", "keras one device"];
  const two = ["one device", "mirrored", "keras mirrored", "keras tuned"];
  expect(names({})).toEqual([
    ["batch 16, 1 device", one],
    ["batch 16, 2 devices", two],
    ["batch 64, 1 device", one],
    ["batch 64, 2 devices", two],
    ["batch 16, 2 devices, buckets", ["one device", "each gradient alone", "buckets of 4 MB", "one bucket for all"]],
  ]);
  expect(names({ peers: ["none"], bucketSizes: [], batchSizes: [16], devices: [2] })).toEqual([
    ["batch 16, 2 devices", ["one device", "mirrored"]],
  ]);
  expect(names({ devices: [1], batchSizes: [16] })).toHaveLength(1);
  const ours = ["one device", "mirrored", "one device, before", "mirrored, before"];
  expect(names({ peers: ["none"], bucketSizes: [], batchSizes: [16], devices: [2], before: "/old" })).toEqual([
    ["batch 16, 2 devices", ours],
  ]);
});

it("tells each worker the global batch, its devices, and its buckets", () => {
  const groups = groupsOf({ ...choice, batchSizes: [64], devices: [4], bucketSizes: [0, 4] }, images);
  const plans = groups.flatMap(({ entries }) => entries.map(({ plan }) => plan));
  for (const plan of plans) {
    expect(plan).toMatchObject({ ...images, imageSize: 128, batchSize: 64, precision: "float32" });
  }
  expect(plans.map(({ devices }) => devices)).toEqual([undefined, 4, 4, 4, undefined, 4, 4]);
  expect(plans.map(({ bucketMegabytes }) => bucketMegabytes).slice(4)).toEqual([undefined, 0, 4]);
});

function contender(
  name: string,
  peer: MirroredContender["peer"],
  devices: number,
  seconds: number[],
  more: Partial<MirroredContender> = {},
): MirroredContender {
  return {
    ...{ name, peer, devices, part: "devices", batchSize: 16, group: "batch 16, 2 devices", does: `what ${peer} does` },
    strategy: devices === 1 ? "one-device" : "mirrored",
    rounds: seconds.map((each) => ({ seconds: [each, each, 9 * each], loss: 2, processorSeconds: 6 * each })),
    ...more,
  };
}

const result: MirroredResult = {
  ...head,
  settings: { imageSize: 128, classes: 10, rounds: 3, batches: [{ batchSize: 16, steps: 3 }] },
  contenders: [
    contender("one device", "ours", 1, [0.5, 1, 0.5], { peakMemoryBytes: 2 ** 30, secondsToFirstStep: 3 }),
    contender("mirrored", "ours", 2, [0.5, 0.8, 0.5]),
    contender("keras mirrored", "keras", 2, [2, 2, 2], { idleProcessorSeconds: 2 }),
    contender("keras tuned", "keras", 2, [1, 1, 1]),
    contender("one device", "ours", 1, [4, 4, 4], { group: "batch 16, 4 devices" }),
    contender("mirrored", "ours", 4, [], { group: "batch 16, 4 devices", failed: "It ended." }),
    contender("one device", "ours", 1, [1, 1], { group: "buckets", part: "buckets" }),
    contender("buckets of 4 MB", "ours", 2, [2, 2], { group: "buckets", part: "buckets" }),
  ],
};

it("compares, round by round and in one group, with one device and with the fastest Keras on as many", () => {
  const [one, mirrored, keras, tuned] = summarize(result, "batch 16, 2 devices");
  expect(mirrored.imagesPerSecond).toEqual({ median: 32, least: 20, most: 32 });
  expect(mirrored.againstOneDevice).toEqual({ median: 1, least: 1, most: 1.25 });
  expect(mirrored.againstKeras).toEqual({ median: 2, least: 1.25, most: 2 });
  expect(mirrored.processorSeconds).toBeCloseTo(1); // 6 x 0.5 s in a turn of 3 steps
  expect(keras.againstKeras?.median).toBe(0.5);
  expect(tuned.againstKeras?.median).toBe(1);
  expect(one.againstKeras).toBeUndefined(); // no Keras on one device in this group
  expect(summarize(result, "batch 16, 4 devices")).toHaveLength(1);
});

it("compares an earlier state's devices with its own one device", () => {
  const earlier = [
    contender("one device, before", "before", 1, [2, 2, 2]),
    contender("mirrored, before", "before", 2, [4, 4, 4]),
  ];
  const rows = summarize({ contenders: [...result.contenders, ...earlier] }, "batch 16, 2 devices");
  expect(rows.at(-1)?.againstOneDevice?.median).toBe(0.5);
  expect(rows.at(-1)?.againstKeras?.median).toBe(0.25);
});

it("prints a table for the strategies and one for the sizes of buckets", () => {
  const text = tableOf(result);
  expect(text).toContain("3 rounds in turn, 3 steps each at batch 16");
  expect(text).toMatch(/^ +one device +1 +32\.0 \(16\.0 to 32\.0\) +1\.00 .* +- +1\.00 +1024 MiB +3\.0 s$/m);
  expect(text).toMatch(/^ +mirrored +2 +32\.0 .* 1\.00 \(1\.00 to 1\.25\) +2\.00 \(1\.25 to 2\.00\)/m);
  expect(text).toMatch(/global batch 16, sizes of buckets\n.*\n +one device .*\n +buckets of 4 MB +2 +8\.0/);
  expect(text).toContain("  keras mirrored, keras tuned: what keras does");
  expect(text.split("sizes of buckets\n")[1].split("\n")[0]).not.toContain("x Keras"); // nobody there was compared
  expect(text).toContain("It ended.");
  expect(text).toContain("keras mirrored, batch 16, 2 devices: used 2.0 s of a core while others were measured.");
});

writesResult(resultSchema, result, { contenders: [{ name: "x" }] });
