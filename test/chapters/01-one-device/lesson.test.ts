import { expect, it } from "vitest";
import { lessonCells, testLesson, text } from "../lesson";

const name = "01-one-device/one-device";
const slide = { figures: 1, points: 4 };
testLesson({ name, exercises: 17, points: [38, 12], conclusions: 3, guesses: 9, slides: [slide, slide, slide] });

it("tells the book's batches of 24 and 40 GB as suggestions, and that of 64 GB as what it ran", () => {
  const table = text(lessonCells("solutions", name).find(({ id }) => id === "predictions")!);
  expect(table.match(/book: (512|1024), how: "suggested to start with"/g)).toHaveLength(2);
  expect(table).toMatch(/book: 2048, how: "what it ran"/);
});
