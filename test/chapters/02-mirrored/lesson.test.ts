import { describe, expect, it } from "vitest";
import { chapterScalingRuns, runStatistics } from "../../../lib/runs";
import { sourceOf } from "../../../lib/cells";
import { invoice, scaling } from "../../../lib/measure";
import { lessonCells, testLesson, text } from "../lesson";

const name = "02-mirrored/mirrored";
testLesson({
  name,
  exercises: 20,
  points: [49, 10],
  conclusions: 2,
  guesses: 10,
  seenInFigures: ["guessedCause"],
  slides: [{ deck: "task-10.5", figures: 4, points: 6 }],
});

const cells = lessonCells("solutions", name);
const words = cells.map(text).join("\n");

describe("what the lesson says of the published runs is what they give", () => {
  const study = async (epochTime: "seconds" | "steps") =>
    scaling(await chapterScalingRuns({ model: "resnet50v2", epochTime }));

  it("speedups and efficiencies, printed and by milliseconds a step", async () => {
    const [printed, exact] = [await study("seconds"), await study("steps")];
    const shown = (points: { speedup: number; efficiency: number }[]) =>
      points.map(({ speedup, efficiency }) => [speedup.toFixed(2), (100 * efficiency).toFixed(1)]);
    expect(shown(printed.points)).toEqual([
      ["1.00", "100.0"],
      ["1.75", "87.5"],
      ["2.80", "70.0"],
    ]);
    expect(exact.points.map(({ speedup }) => speedup.toFixed(2))).toEqual(["1.00", "1.68", "2.53"]);
    expect(exact.points.map(({ efficiency }) => (100 * efficiency).toFixed(0))).toEqual(["100", "84", "63"]);
    expect((100 * exact.points[2].marginal!.efficiency).toFixed(0)).toBe("43");
    expect(exact.points.map(({ imagesPerSecond }) => Math.round(imagesPerSecond / 10) * 10)).toEqual([
      3680, 6170, 9300,
    ]);
    for (const said of ["2.80", "2.53", "63 %", "43 %", "9,300 images/s", "3,680"]) expect(words).toContain(said);
  });

  it("a step's scaled speedup", async () => {
    const runs = await chapterScalingRuns({ model: "resnet50v2" });
    const [one, , four] = runs.map((run) => runStatistics(run).step.median);
    expect([Math.round(1000 * one), Math.round(1000 * four)]).toEqual([544, 768]);
    expect(((4 * one) / four).toFixed(2)).toBe("2.83");
    for (const said of ["2.83 times the work", "from 544 to 768 ms"]) expect(words).toContain(said);
  });

  it("the GPU-hours of its three runs", () => {
    expect(((43 + 2 * 39 + 4 * 52) / 3600).toFixed(2)).toBe("0.09");
    expect(words).toContain("about 0.09 GPU-hours");
  });

  it("the last step, the start-up, the jobs of two epochs", async () => {
    const printed = await study("seconds");
    const runs = await chapterScalingRuns({ model: "resnet50v2" });
    const four = runs.find(({ configuration }) => configuration.replicas === 4)!;
    expect(four.epochs[1].steps.images).toEqual([...Array.from({ length: 6 }, () => 8192), 848]);
    expect(printed.points.map(({ startUpSeconds }) => Number(startUpSeconds.toFixed(9)))).toEqual([15, 23, 42]);
    const lines = invoice(printed, { perDeviceHour: 3600, currency: "EUR", epochs: 2 });
    expect(lines.map(({ jobSeconds }) => Number(jobSeconds.toFixed(9)))).toEqual([43, 39, 52]);
    expect(lines.map(({ price }) => Math.round(price))).toEqual([43, 78, 208]);
    const separate = lines.reduce((sum, { price }) => sum + price, 0);
    const together = 4 * lines.reduce((sum, { jobSeconds }) => sum + jobSeconds, 0);
    expect([Math.round(separate), Math.round(together)]).toEqual([329, 536]);
    for (const said of ["329 GPU-seconds", "39 % less", "= 536", "208 against 43", "52 s on four"])
      expect(words).toContain(said);
  });
});

it("the program of exercise 6 is lesson 1's, but for what other lessons measure with it", async () => {
  const own = text(cells.find(({ id }) => id === "own-program")!);
  const chapter = await sourceOf("chapters/01-one-device/programs/train.mts");
  const lines = chapter.split("\n").map((line) => line.trim());
  for (const line of [
    "const strategy = new OneDeviceStrategy({ device });",
    'import { fit, sgd } from "parallel-training/training";',
  ]) {
    expect(lines).toContain(line);
    expect(own).toContain(line);
  }
});
