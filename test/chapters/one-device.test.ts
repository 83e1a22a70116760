import { expect, it } from "vitest";
import { lessonCells, testLesson, text } from "./lesson";

const name = "01-one-device/one-device";
testLesson({ name, exercises: 13, points: [23, 12], conclusions: 3 });

it("makes a slide of each conclusion: its heading, its figure, its text, and nothing else", () => {
  const shown = lessonCells("solutions", name).filter(({ metadata }) => metadata.slideshow);
  expect(shown.map(({ metadata }) => metadata.slideshow!.slide_type)).toEqual(
    [1, 2, 3].flatMap(() => ["slide", "fragment", "fragment"]),
  );
  expect(shown.filter((_, i) => i % 3 === 1).every((cell) => text(cell).includes("show("))).toBe(true);
  expect(shown.filter((_, i) => i % 3 === 2).every(({ metadata }) => metadata.nbgrader?.points === 4)).toBe(true);
});
