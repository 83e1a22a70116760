import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkFrameworkFaults, checkMomentum } from "../../../solutions/07-frameworks/exercises/frameworks-steps";
import { workbookRoot } from "../../../lib/system/workbook";
import { lessonCells, testLesson, text } from "../lesson";

const name = "07-frameworks/frameworks";
testLesson({ name, exercises: 19, points: [54, 10], conclusions: 2, guesses: 19, isTidy: true });

const cells = lessonCells("solutions", name);

it("momentum goes equally far at a constant rate, and farther at one that grows", () => {
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
