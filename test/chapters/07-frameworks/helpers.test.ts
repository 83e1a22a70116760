import { expect, it } from "vitest";
import { batchRuns, frameworkRuns, type FrameworkEpoch } from "../../../chapters/07-frameworks/frameworks";
import {
  batchNeeds,
  comparisonRows,
  momentumRows,
  needsInProportion,
  unequalRows,
} from "../../../chapters/07-frameworks/rows";
import { pairRows, shortcutRows, shortcutRuns } from "../../../chapters/07-frameworks/shortcuts";
import {
  devicesRows,
  h100Steps,
  levellingRows,
  levellings,
  stepOf,
  studyRows,
} from "../../../chapters/07-frameworks/sizes";
import { ownGain, ownSpeedup, ratesOf, spreadOf, timesOf, waysOf } from "../../../chapters/07-frameworks/ways";

const epochs = (seconds: number, testAccuracy: number): FrameworkEpoch[] =>
  [9, seconds, seconds, seconds].map((each) => ({ seconds: each, images: 32, accuracy: 0.5, testAccuracy }));
const run = (seconds: number, tested: number, replicate = 1) => ({
  ...{ framework: "ours", processes: 1, replicate, localBatch: 8, epochs: epochs(seconds, tested) },
});
const throughput = ([, { images, seconds }]: FrameworkEpoch[]) => images / seconds;

it("the six comparisons have the sides that the student's function gets", () => {
  expect(comparisonRows()).toHaveLength(6);
  const differing = unequalRows((one, other) =>
    Object.entries(one).flatMap(([name, value]) => (other[name as keyof typeof other] === value ? [] : [name])),
  );
  expect(differing.map((row) => row["not equal"])).toEqual([
    "framework",
    "framework, gradients",
    "framework, firstEpoch",
    "processes",
    "processes, threads",
    "processes, localBatch",
  ]);
  expect(momentumRows((rule) => (rule === "rate after" ? -3 : -2)).map((row) => row["after / before"])).toEqual([1.5, 1.5]); // prettier-ignore
});

it("ways have their replicates in order, and their rates, their spread and this engine's gains", async () => {
  const shipped = await frameworkRuns();
  const ways = waysOf(shipped);
  expect(ways).toHaveLength(12);
  expect(ways.map(({ replicates }) => replicates.map(({ replicate }) => replicate).join())).toEqual(ways.map(() => "1,2,3")); // prettier-ignore
  const made = [run(4, 0.9, 2), run(2, 0.9), { ...run(1, 0.9), processes: 2 }, { ...run(1, 0.9, 2), processes: 2 }];
  const rates = ratesOf(made, throughput);
  expect(rates.map(({ mean }) => mean)).toEqual([12, 32]);
  expect([spreadOf(rates), ownSpeedup(rates), ownSpeedup(rates.slice(0, 1))]).toEqual([32 / 12, 32 / 12, undefined]);
  const secondsToAccuracy = (runs: FrameworkEpoch[][]) => runs[0][1].seconds;
  expect(ownGain(timesOf(made, 0.9, { throughput, secondsToAccuracy }))).toBe(2);
});

it("a pair's change is a ratio of speeds and a difference of accuracies, over pairs with the same seed", () => {
  const pairs = [1, 2].map((seed) => ({ usual: run(4, 0.75, seed), short: run(2, 0.25, seed) }));
  const [rate, trained, tested] = pairRows(pairs, throughput);
  expect([rate["as usual"], rate["with the shortcut"], rate.change]).toEqual([8, 16, 2]);
  expect([trained.change, tested.change, tested["with the shortcut"]]).toEqual([0, -50, 25]);
});

it("the published shortcuts are five pairs each, against none", async () => {
  const rows = shortcutRows(await shortcutRuns());
  expect(rows.map(({ shortcut, seeds }) => [shortcut, seeds])).toEqual([
    ["none", 5],
    ["large batch", 5],
    ["small images", 5],
  ]);
  expect(rows[0]).not.toHaveProperty("from");
  const [none, ...others] = rows;
  for (const row of others)
    expect(row).toMatchObject({ "change (points)": expect.closeTo(row["right (%)"] - none["right (%)"], 9) as number });
});

it("the study's sizes follow from 50,000 images and 64,000 updates", () => {
  const rows = studyRows(128, (times, devices) => ({ equalImages: times, equalUpdates: times / devices }));
  expect(rows.map((row) => [row["images a step"], row["updates an epoch"], row["epochs for 64,000 updates"]])).toEqual([
    [128, 391, 64_000 / 391],
    [1536, 33, 64_000 / 33],
    [7168, 7, 64_000 / 7],
  ]);
});

it("devices that lose no time gain what the updates leave of it", async () => {
  const needs = needsInProportion(batchNeeds(await batchRuns(), 0.9));
  const gain = (times: number, _: number, one: number, all: number) => ({ efficiency: 1, toAccuracy: (times * one) / all }); // prettier-ignore
  const rows = devicesRows(needs, gain);
  expect(rows.map(({ devices }) => devices)).toEqual([1, 4, 16, 32]);
  for (const { updates, toAccuracy } of rows) expect(toAccuracy).toBeCloseTo(rows[0].updates / updates, 10);
});

it("a device's line goes through its smallest and largest step, and says how far the others are from it", async () => {
  expect(stepOf(run(4, 0.9))).toEqual({ images: 8, seconds: 1 });
  const levelsOff = () => ({ plateau: 100, half: 20 });
  const steps = [10, 30, 80].map((images) => ({ images, seconds: (images + 20) / 100 }));
  const [made] = levellings([{ name: "made", steps }], levelsOff);
  expect(levellingRows([made], () => 180)[0]).toMatchObject({
    "devices for 4,096 images": 22,
    "steps between, off by up to (%)": 0,
  });
  const [tf32, float16] = await h100Steps();
  expect([tf32.steps.length, float16.steps.length]).toEqual([2, 4]);
  expect(
    levellingRows([{ ...tf32, plateau: 1, half: 1 }], () => 9)[0]["steps between, off by up to (%)"],
  ).toBeUndefined();
});
