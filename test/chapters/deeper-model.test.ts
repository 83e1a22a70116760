import { describe, expect, it } from "vitest";
import { chapterScalingRuns } from "../../lib/runs";
import type { ChapterModel } from "../../lib/runs/published/chapter";
import { invoice, scaling } from "../../lib/measure";
import { multiplyAdds } from "../../lib/models";
import { lessonCells, testLesson, text } from "./lesson";

const name = "03-deeper-model/deeper-model";
testLesson({ name, exercises: 9, points: [23, 16], conclusions: 4 });

const cells = lessonCells("solutions", name);
const words = cells.map(text).join("\n").replace(/\s+/g, " ");

it("makes one slide of task 10.6 and three of task 10.7: heading, figures, text", () => {
  const shown = cells.filter(({ metadata }) => metadata.slideshow);
  expect(shown.map(({ metadata }) => metadata.slideshow!.slide_type)).toEqual(
    [1, 2, 3, 4].flatMap(() => ["slide", "fragment", "fragment"]),
  );
  const decks = shown.filter((_, i) => i % 3 === 0).map(({ metadata }) => metadata.tags);
  expect(decks).toEqual([["deck:task-10.6"], ["deck:task-10.7"], ["deck:task-10.7"], ["deck:task-10.7"]]);
  expect(shown.filter((_, i) => i % 3 === 1).map((cell) => text(cell).match(/^show\(/gm)!.length)).toEqual([
    4, 4, 4, 1,
  ]);
  expect(shown.filter((_, i) => i % 3 === 2).every(({ metadata }) => metadata.nbgrader?.points === 4)).toBe(true);
});

describe("what the lesson says of the published runs is what they give", () => {
  const studies = async (epochTime: "seconds" | "steps") => {
    const of = async (model: ChapterModel) => scaling(await chapterScalingRuns({ model, epochTime }));
    return { shallow: await of("resnet50v2"), deep: await of("resnet152v2") };
  };

  it("table 10.2, the efficiency that was printed from a rounded speedup, and the seconds of the start-up", async () => {
    const { points } = (await studies("seconds")).deep;
    expect(points.map(({ epochSeconds }) => Math.round(epochSeconds))).toEqual([33, 18, 10]);
    expect(points.map(({ speedup }) => speedup.toFixed(2))).toEqual(["1.00", "1.83", "3.30"]);
    expect(points.map(({ efficiency }) => (100 * efficiency).toFixed(1))).toEqual(["100.0", "91.7", "82.5"]);
    expect(points.map(({ startUpSeconds }) => Math.round(startUpSeconds))).toEqual([30, 58, 116]);
    expect((100 * 1.83) / 2).toBeCloseTo(91.5, 9);
    for (const said of ["91.7 %", "91.5 %", "30, 58 and 116 s"]) expect(words).toContain(said);
  });

  it("speedup and efficiency by milliseconds a step, and the seconds beyond the ideal", async () => {
    const { shallow, deep } = await studies("steps");
    const [one, , four] = deep.points;
    expect([four.speedup.toFixed(2), (100 * four.efficiency).toFixed(0)]).toEqual(["3.26", "81"]);
    const extra = [shallow, deep].map(({ points }) => points[2].epochSeconds - points[0].epochSeconds / 4);
    expect(extra.map((seconds) => seconds.toFixed(2))).toEqual(["1.98", "1.87"]);
    const serial = [shallow, deep].map(({ points, amdahl }) => points[0].epochSeconds * amdahl!.serialShare);
    for (const seconds of serial) expect(seconds).toBeGreaterThan(2.55);
    for (const seconds of serial) expect(seconds).toBeLessThan(2.75);
    const middle = (one.epochSeconds + shallow.points[0].epochSeconds) / 2; // ResNet101V2 lies half-way
    expect((middle / 4 / (middle / 4 + (extra[0] + extra[1]) / 2)).toFixed(2)).toBe("0.75");
    const paid = [shallow, deep].map((study) => invoice(study, { perDeviceHour: 3, currency: "EUR", epochs: 100 })[2]);
    expect(paid.map(({ relativePrice }) => relativePrice.toFixed(2))).toEqual(["1.68", "1.36"]);
    for (const said of ["3.26", "81 %", "1.98 s and 1.87 s", "1.68 times", "1.36 times", "75 %"]) {
      expect(words).toContain(said);
    }
  });

  it("work, bytes and their ratios", () => {
    const [shallow, middle, deep] = (["resnet50v2", "resnet101v2", "resnet152v2"] as const).map((model) =>
      multiplyAdds(model, 128),
    );
    expect((deep / shallow).toFixed(2)).toBe("3.13");
    expect((58_352_138 / 23_585_290).toFixed(2)).toBe("2.47");
    expect((middle - shallow) / (deep - shallow)).toBeCloseTo(0.5, 3);
    const perByte = (work: number, batch: number, parameters: number) => (work * batch) / parameters;
    const asInTheBook = perByte(deep, 1024, 58_352_138) / perByte(shallow, 2048, 23_585_290);
    expect([asInTheBook.toFixed(2), (2 * asInTheBook).toFixed(2)]).toEqual(["0.63", "1.27"]);
    for (const said of ["3.13 times", "2.47 times", "0.63 times", "1.27 times"]) expect(words).toContain(said);
  });
});
