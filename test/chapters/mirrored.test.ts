import { describe, expect, it } from "vitest";
import { chapterScalingRuns } from "../../lib/runs";
import { invoice, scaling } from "../../lib/measure";
import { lessonCells, testLesson, text } from "./lesson";

const name = "02-mirrored/mirrored";
testLesson({ name, exercises: 11, points: [23, 10], conclusions: 2 });

const cells = lessonCells("solutions", name);
const words = cells.map(text).join("\n");

it("makes one slide of task 10.5: its heading, its four figures, its text", () => {
  const shown = cells.filter(({ metadata }) => metadata.slideshow);
  expect(shown.map(({ metadata }) => metadata.slideshow!.slide_type)).toEqual(["slide", "fragment", "fragment"]);
  expect(shown[0].metadata.tags).toEqual(["deck:task-10.5"]);
  expect(text(shown[1]).match(/^show\(/gm)).toHaveLength(4);
  expect(shown[2].metadata.nbgrader?.points).toBe(6);
});

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
    expect(exact.points[2].speedup.toFixed(2)).toBe("2.53");
    expect((100 * exact.points[2].efficiency).toFixed(0)).toBe("63");
    expect((100 * exact.points[2].marginal!.efficiency).toFixed(0)).toBe("43");
    expect(exact.points.map(({ imagesPerSecond }) => Math.round(imagesPerSecond / 10) * 10)).toEqual([
      3680, 6170, 9300,
    ]);
    for (const said of ["2.80", "2.53", "63 %", "43 %", "9,300 images/s", "3,680"]) expect(words).toContain(said);
  });

  it("the last step, the start-up, the jobs of two epochs", async () => {
    const printed = await study("seconds");
    const runs = await chapterScalingRuns({ model: "resnet50v2" });
    const four = runs.find(({ configuration }) => configuration.replicas === 4)!;
    expect(four.epochs[1].steps.images).toEqual([...Array.from({ length: 6 }, () => 8192), 848]);
    expect(printed.points.map(({ startUpSeconds }) => Math.round(startUpSeconds))).toEqual([15, 23, 42]);
    const lines = invoice(printed, { perDeviceHour: 3600, currency: "EUR", epochs: 2 });
    expect(lines.map(({ jobSeconds }) => Math.round(jobSeconds))).toEqual([43, 39, 52]);
    expect(lines.map(({ price }) => Math.round(price))).toEqual([43, 78, 208]);
    const separate = lines.reduce((sum, { price }) => sum + price, 0);
    const together = 4 * lines.reduce((sum, { jobSeconds }) => sum + jobSeconds, 0);
    expect([Math.round(separate), Math.round(together)]).toEqual([329, 536]);
    for (const said of ["= 329", "= 536", "208 against 43", "52 s on four"]) expect(words).toContain(said);
  });
});
