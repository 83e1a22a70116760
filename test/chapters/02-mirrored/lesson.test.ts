import { expect, it } from "vitest";
import { sourceOf } from "../../../lib/cells";
import { lessonCells, testLesson, text } from "../lesson";

const name = "02-mirrored/mirrored";
testLesson({
  name,
  exercises: 20,
  points: [49, 10],
  conclusions: 2,
  guesses: 11,
  isTidy: true,
  seenInFigures: ["guessedCause"],
  slides: [{ deck: "task-10.5", figures: 4, points: 6 }],
});

const cells = lessonCells("solutions", name);

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
