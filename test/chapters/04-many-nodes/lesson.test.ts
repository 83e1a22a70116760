import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { workbookRoot } from "../../../lib/system/workbook";
import { lessonCells, testLesson, text } from "../lesson";

const name = "04-many-nodes/many-nodes";

testLesson({
  ...{ name, exercises: 11, points: [33, 10], conclusions: 2, guesses: 11, isTidy: true },
  slides: [
    { deck: "many-nodes", figures: 2, points: 5 },
    { deck: "many-nodes", figures: 1, points: 5 },
  ],
});

it("the program of exercise 2 is lesson 3's, but for this lesson's networks and data", () => {
  const own = text(lessonCells("notebooks", name).find(({ id }) => id === "own-program")!);
  const program = readFileSync(join(workbookRoot, "chapters", "03-deeper-model", "programs", "train.mts"), "utf8");
  const lines = program.split("\n").map((line) => line.trim());
  for (const line of [
    "const strategy = new MirroredStrategy({ device, devices });",
    "const inputShape: [number, number, number] = [imageSize, imageSize, 3];",
    "const optimizer = sgd(0.01 * strategy.replicas);",
  ]) {
    expect(lines).toContain(line);
    expect(own).toContain(line);
  }
});
