import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkUpdatesUntil } from "../../../solutions/07-frameworks/exercises/frameworks-batches";
import { checkFrameworkFaults, checkMomentum } from "../../../solutions/07-frameworks/exercises/frameworks-steps";
import { meanInterval, standardErrors } from "../../../lib/experiment";
import {
  averagesRuns,
  batchRuns,
  frameworkRuns,
  frameworksStudy,
  type FrameworkRun,
} from "../../../chapters/07-frameworks/frameworks";
import { workbookRoot } from "../../../lib/system/workbook";
import { lessonCells, saying, testLesson, text } from "../lesson";

const name = "07-frameworks/frameworks";
testLesson({ name, exercises: 15, points: [44, 10], conclusions: 2, guesses: 11 });

const cells = lessonCells("solutions", name);
const says = saying(cells);

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: number[]): number => sum(values) / values.length;

/** Replicates of one way to train. */
const replicates = (runs: FrameworkRun[], framework: string, processes: number) =>
  runs.filter((run) => run.framework === framework && run.processes === processes);
const waysIn = (runs: FrameworkRun[]): string[] => [...new Set(runs.map(({ framework }) => framework))];
const rate = ({ epochs }: FrameworkRun): number =>
  sum(epochs.slice(1).map(({ images }) => images)) / sum(epochs.slice(1).map(({ seconds }) => seconds));
const reached = (runs: FrameworkRun[]): number =>
  1 + runs[0].epochs.findIndex((_, at) => mean(runs.map(({ epochs }) => epochs[at].testAccuracy)) >= 0.9);
const seconds = (runs: FrameworkRun[]): number[] =>
  runs.map(({ epochs }) => sum(epochs.slice(0, reached(runs)).map((epoch) => epoch.seconds)));
const secondsTo = (runs: FrameworkRun[]): number => mean(seconds(runs));
const inWords = (count: number): string => ["no", "one", "two", "three", "four", "five", "six"][count];

// The tables may be measured again. What a sentence says of their numbers is computed here, and a failing test shows how the sentence
// has to be then.

describe("what the lesson says of the workbook's runs", () => {
  it("six ways, on one process and on two, three times each, from the same three seeds", async () => {
    const runs = await frameworkRuns();
    const ways = waysIn(runs);
    expect(ways).toHaveLength(6);
    for (const way of ways) {
      for (const count of [1, 2]) {
        expect(replicates(runs, way, count).map(({ replicate }) => replicate), way).toEqual([1, 2, 3]);
      }
    }
    expect(new Set(runs.map(({ localBatch, epochs }) => [localBatch, epochs[0].images].join(" ")))).toEqual(new Set(["8 512"]));
    says('in this engine ("ours") and in five other ways', "Each way was run three times", "their six gains in learning");
  }); // prettier-ignore

  it("on one process all ways need equally many images, and on two processes they need more", async () => {
    const runs = await frameworkRuns();
    const needed = (count: number) => new Set(waysIn(runs).map((way) => reached(replicates(runs, way, count))));
    expect(Math.min(...needed(1))).toBeGreaterThan(0);
    expect(needed(1).size).toBe(1);
    says("All of these ways need equally many images");
    expect(Math.min(...needed(2))).toBeGreaterThan(Math.max(...needed(1)));
    says("two processes need *more* images", "It is below 1 for every way");
    const epochs = [...needed(2)].sort((a, b) => a - b).join(" or ");
    says(`it needs ${epochs} epochs instead of ${[...needed(1)].join()}`);
  });

  it("the sample conclusion on the comparison", async () => {
    const runs = await frameworkRuns();
    const ways = waysIn(runs);
    const intervals = ways.map((way) => meanInterval(replicates(runs, way, 1).map(rate), 0.95));
    const first = intervals.filter(({ high }) => intervals.every(({ low }) => low <= high));
    says(`no contender is clearly first: ${inWords(first.length)} of the six may be`);
    const store = meanInterval(replicates(runs, "mxnet-kvstore", 1).map(rate), 0.95);
    const ahead = intervals.filter(({ low }) => low > store.high).length;
    says(`MXNet is clearly behind ${inWords(ahead)} others`);
    says(`${Math.round(store.mean)} images/s (${Math.round(store.low)} to ${Math.round(store.high)})`);
    const pairs = ways.map((way) => [1, 2].map((count) => replicates(runs, way, count)));
    const gains = pairs.map(([one, two]) => secondsTo(one) / secondsTo(two));
    const range = (values: number[]) => [Math.min, Math.max].map((most) => most(...values).toFixed(1)).join(" to ");
    const throughput = pairs.map(([one, two], at) => (gains[at] * reached(two)) / reached(one));
    says(`gains ${range(throughput)} times the images a second`);
    const contain = pairs.filter(([one, two]) => {
      const ofTwo = seconds(two);
      const { low, high } = meanInterval(seconds(one).map((each, at) => Math.log(each / ofTwo[at])), 0.95);
      return low <= 0 && high >= 0;
    });
    says(`the gain in the time to the accuracy is ${range(gains)}, and ${contain.length} of the 6 intervals contain 1`);
  }); // prettier-ignore

  it("the sample conclusion on a choice", async () => {
    const runs = await frameworkRuns();
    const [one, two] = [1, 2].map((count) => secondsTo(replicates(runs, "pytorch-ddp", count)));
    expect(two).toBeGreaterThan(one);
    says(`it reaches 90 % in ${one.toFixed(0)} s, and two processes need ${two.toFixed(0)} s`);
    const [ofOne, ofTwo] = [1, 2].map((count) => seconds(replicates(runs, "pytorch-ddp", count)));
    const { low, high } = meanInterval(
      ofOne.map((each, at) => Math.log(each / ofTwo[at])),
      0.95,
    );
    expect([low < 0, high > 0]).toEqual([true, true]);
    says("though the interval of this gain contains 1");
  });

  it("right in training, wrong in the test", async () => {
    const [{ epochs }] = replicates(await frameworkRuns(), "ours", 2);
    expect(epochs[2].accuracy).toBeGreaterThan(0.9);
    expect(epochs[2].testAccuracy).toBeLessThan(0.15);
    expect(epochs.at(-1)!.testAccuracy).toBeGreaterThan(0.95);
    says("After three epochs, the network classifies more than 90 % of its training images correctly");
    expect(checkUpdatesUntil(() => 230, [[0.99, 0.1]]).share).toBe(1);
    says("an epoch has 64 updates, and with 16 images it has 32");
    expect([512 / 8, 512 / 16, Math.floor(50_000 / 128)]).toEqual([64, 32, 390]);
    says("an epoch has 390 updates");
  });

  it("the moving averages are the cause: with another momentum, only the test differs", async () => {
    const runs = await averagesRuns();
    const [slow, fast] = [0.99, 0.9].map((momentum) => runs.filter((run) => run.momentum === momentum));
    expect([slow.map(({ seed }) => seed), fast.map(({ seed }) => seed)]).toEqual([[1, 2, 3], [1, 2, 3]]);
    expect(slow.map(({ accuracy }) => accuracy)).toEqual(fast.map(({ accuracy }) => accuracy));
    says("The columns of the training are equal, number for number");
    for (const { testAccuracy, accuracy } of fast) {
      for (const [at, tested] of testAccuracy.entries()) if (at >= 2) expect(accuracy[at] - tested).toBeLessThan(0.1);
    }
    for (const { testAccuracy } of slow) expect(testAccuracy[2]).toBeLessThan(0.2);
    says("it follows the training closely from the third epoch on");
  }); // prettier-ignore

  it("larger batches", async () => {
    const runs = await batchRuns();
    const updates = (batch: number, learningRate = (0.1 * batch) / 128): number[] => {
      const those = runs.filter((each) => each.batch === batch && each.learningRate === learningRate);
      expect(those.map(({ seed }) => seed)).toEqual([1, 2, 3]);
      const epochs = those.map(({ accuracy }) => 1 + accuracy.findIndex((share) => share >= 0.9));
      expect(Math.min(...epochs)).toBeGreaterThan(0);
      return epochs.map((each) => (each * 512) / batch);
    };
    const images = (batch: number): number => (batch * mean(updates(batch))) / (8 * mean(updates(8)));
    expect(images(32)).toBeLessThan(1.5);
    says(
      `${images(32).toFixed(1)} times the images, but a third of the updates`,
      `needs ${images(32).toFixed(1)} times the images`,
    );
    expect(mean(updates(32)) / mean(updates(8))).toBeCloseTo(1 / 3, 1);
    says("about a third of the updates");
    says(`With 128 images, the training needed ${images(128).toFixed(1)} times the images`);
    expect(mean(updates(128))).toBeLessThan(mean(updates(32)));
    const all = (holds: (replicate: number) => boolean): boolean => [0, 1, 2].every(holds);
    expect(all((at) => 128 * updates(128)[at] > 8 * updates(8)[at])).toBe(true);
    expect(all((at) => updates(256)[at] >= updates(128)[at])).toBe(true);
    says("With 256 images, no replicate needs fewer updates than the one with the same seed and 128 images");
    expect(all((at) => updates(128, 0.00625)[at] > updates(128)[at])).toBe(true);
    says("more images than with the rate in proportion, in each of the three replicates");
    expect(512 / 256).toBe(2);
    says("with 256 images, it has two steps");
  });
});

describe("what the lesson says follows from its formulas", () => {
  it("of the study", () => {
    expect(Math.round((100 * frameworksStudy.speedup) / frameworksStudy.devices)).toBe(84);
    says("DDP reached 84 % of the ideal throughput");
  });

  it("of intervals", () => {
    expect([standardErrors(2, 0.95), standardErrors(2, 0.99)].map((each) => each.toFixed(1))).toEqual(["4.3", "9.9"]);
    says("reaches 4.3 standard errors to each side", "there it is 9.9");
    expect(Math.round(100 * (1 - 0.95 ** 6))).toBe(26);
    says("at least one misses in 26 % of all such experiments");
  });

  it("of unequal parts: the mean of means is wrong, and the sums over all images are right", () => {
    const [parts, all] = [[[2, 4, 6], [8]], mean([2, 4, 6, 8])];
    expect(mean(parts.map(mean))).not.toBe(all);
    expect(sum(parts.map(sum)) / 4).toBe(all);
    expect(mean(parts.map((part) => sum(part) / 2))).toBe(all);
    says("the mean of means is wrong", "The two other rows are still right");
  }); // prettier-ignore

  it("of momentum: the same for a constant rate, farther for one that grows", () => {
    const ones = Array.from({ length: 10 }, () => 1);
    const growing = ones.map((_, at) => (at + 1) / 100);
    const move = (rates: number[]) => {
      let [after, before, v, w] = [0, 0, 0, 0];
      for (const rate of rates) {
        [v, w] = [0.9 * v + 1, 0.9 * w + rate];
        [after, before] = [after + rate * v, before + w];
      }
      expect(checkMomentum(() => -after, [["rate after", ones, rates, 0.9, 0]]).share).toBe(1);
      return after / before;
    };
    expect(move(ones.map(() => 0.1))).toBeCloseTo(1);
    expect(move(growing)).toBeGreaterThan(1.2);
  });
});

describe("the programs with mistakes", () => {
  const lines = (program: string) =>
    readFileSync(join(workbookRoot, "chapters/07-frameworks/programs/mistakes", `${program}.py`), "utf8").split("\n");

  it("say in their first lines what they should do, and have the mistakes that the solution names", () => {
    const solution = text(cells.find(({ id }) => id === "faults")!);
    const named = [...solution.matchAll(/line: (\d+)/g)].map(([, line]) => Number(line));
    expect(named.map((line, at) => lines("abcd"[at])[line - 1].trim())).toEqual([
      'loss = F.cross_entropy(logits, labels, reduction="sum")',
      "loss = tf.reduce_mean(losses)",
      "trainer.step(local_batch * workers)",
      "images = images.shard(hvd.local_size(), hvd.local_rank())",
    ]);
    for (const program of "abcd") expect(lines(program)[0]).toMatch(/^# .*each step follows the mean gradient/);
    expect(checkFrameworkFaults(() => ({ line: 0, factor: 0, images: 0 })).share).toBe(0);
  });
});
