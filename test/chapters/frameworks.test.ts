import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkFrameworkFaults, checkMomentum, checkUpdatesUntil } from "../../lib/checks";
import { meanInterval } from "../../lib/experiment";
import { batchRuns, frameworkRuns, type FrameworkRun } from "../../lib/runs";
import { workbookRoot } from "../../lib/system/workbook";
import { lessonCells, saying, testLesson, testTwoSlides, text } from "./lesson";

const name = "07-frameworks/frameworks";
testLesson({ name, exercises: 15, points: [44, 10], conclusions: 2 });

const cells = lessonCells("solutions", name);
testTwoSlides(cells, "frameworks");
const says = saying(cells);

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: number[]): number => sum(values) / values.length;

/** Replicates of one way to train. */
const replicates = (runs: FrameworkRun[], framework: string, processes: number) =>
  runs.filter((run) => run.framework === framework && run.processes === processes);
const rate = ({ epochs }: FrameworkRun): number =>
  sum(epochs.slice(1).map(({ images }) => images)) / sum(epochs.slice(1).map(({ seconds }) => seconds));
const reached = (runs: FrameworkRun[]): number =>
  1 + runs[0].epochs.findIndex((_, at) => mean(runs.map(({ epochs }) => epochs[at].testAccuracy)) >= 0.9);
const secondsTo = (runs: FrameworkRun[]): number =>
  mean(runs.map(({ epochs }) => sum(epochs.slice(0, reached(runs)).map(({ seconds }) => seconds))));

describe("what the lesson says of the workbook's runs", () => {
  it("six ways, on one process and on two, three times each", async () => {
    const runs = await frameworkRuns();
    const ways = [...new Set(runs.map(({ framework }) => framework))];
    expect(ways).toHaveLength(6);
    for (const way of ways) for (const count of [1, 2]) expect(replicates(runs, way, count), way).toHaveLength(3);
    says('in this engine ("ours") and in five other ways');
    const needed = (count: number) => [...new Set(ways.map((way) => reached(replicates(runs, way, count))))].sort();
    expect([needed(1), needed(2)]).toEqual([[5], [8, 9]]);
    says("they need eight or nine epochs instead of five");
    const gains = ways.map((way) => secondsTo(replicates(runs, way, 1)) / secondsTo(replicates(runs, way, 2)));
    expect(gains.map((gain) => Number(gain.toFixed(1))).sort()).toEqual([0.7, 0.8, 0.9, 0.9, 1.1, 1.2]);
    says("two ways gain a little", "1.1 and 1.2 times", "the other four lose");
    const throughput = ways.map((way) => {
      const [one, two] = [1, 2].map((count) => mean(replicates(runs, way, count).map(rate)));
      return two / one;
    });
    expect([Math.min(...throughput), Math.max(...throughput)].map((gain) => gain.toFixed(1))).toEqual(["1.2", "1.9"]);
    says("A second process gains 1.2 to 1.9 times the throughput");
  });

  it("the sample conclusions", async () => {
    const runs = await frameworkRuns();
    const slow = meanInterval(replicates(runs, "mxnet-kvstore", 1).map(rate), 0.95);
    expect([slow.mean, slow.low, slow.high].map(Math.round)).toEqual([158, 89, 228]);
    says("158 images/s (89 to 228)");
    const lows = [...new Set(runs.map(({ framework }) => framework))].map(
      (way) => meanInterval(replicates(runs, way, 1).map(rate), 0.95).low,
    );
    expect(lows.filter((low) => low > slow.high)).toHaveLength(3);
    says("certainly behind three others");
    const [one, two] = [1, 2].map((count) => secondsTo(replicates(runs, "pytorch-ddp", count)).toFixed(0));
    expect([one, two]).toEqual(["9", "12"]);
    says("reaches 90 % in 9 s, and two processes need 12 s");
  });

  it("right in training, wrong in the test", async () => {
    const [run] = replicates(await frameworkRuns(), "ours", 2);
    expect(run.epochs[2].accuracy).toBeGreaterThan(0.9);
    expect(run.epochs[2].testAccuracy).toBeLessThan(0.11);
    says("After three epochs, more than 90 % of the images that it trains on are right");
    expect(checkUpdatesUntil(() => 230, [[0.99, 0.1]]).share).toBe(1);
    says("an epoch has 64 updates, and with 16 images it has 32");
    expect([512 / 8, 512 / 16, Math.floor(50_000 / 128)]).toEqual([64, 32, 390]);
    says("an epoch has 390 updates");
  });

  it("larger batches", async () => {
    const runs = await batchRuns();
    const updates = (batch: number, learningRate = (0.1 * batch) / 128): number => {
      const those = runs.filter((each) => each.batch === batch && each.learningRate === learningRate);
      expect(those).toHaveLength(3);
      const epochs = those.map(({ accuracy }) => 1 + accuracy.findIndex((share) => share >= 0.9));
      expect(Math.min(...epochs)).toBeGreaterThan(0);
      return (mean(epochs) * 512) / batch;
    };
    const images = (batch: number, rate?: number): number => (batch * updates(batch, rate)) / (8 * updates(8));
    expect([images(32), images(128), images(128, 0.00625)].map((times) => times.toFixed(1))).toEqual([
      "1.3",
      "2.7",
      "4.1",
    ]);
    says("only 1.3 times the images", "2.7 times the images", "4.1 times the images");
    expect(updates(32) / updates(8)).toBeCloseTo(1 / 3, 2);
    says("a third of the updates");
    expect(updates(128)).toBeLessThan(updates(32));
    expect(updates(256)).toBeGreaterThan(updates(128));
    says("With 256 images, it needs more updates than with 128");
  });
});

describe("what the lesson says follows from its formulas", () => {
  it("of the study", () => {
    expect(Math.round((100 * 10.11) / 12)).toBe(84);
    says("DDP reached 84 % of the ideal throughput");
  });

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
    readFileSync(join(workbookRoot, "chapters/07-frameworks/mistakes", `${program}.py`), "utf8").split("\n");

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
