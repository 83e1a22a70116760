import { describe, expect, it } from "vitest";
import { lessonCells, testLesson, text } from "../lesson";

const name = "09-model-parallel/model-parallel";
testLesson({ name, exercises: 18, points: [52, 10], conclusions: 2, guesses: 11, isTidy: true });

const cells = lessonCells("solutions", name);

describe("its measured runs", () => {
  it("are the same here as those that its checks ask for", () => {
    const runs = text(cells.find(({ id }) => id === "run-tensor")!);
    for (const argument of [
      'dataset: "synthetic"',
      "context: 128",
      "batchSize: 8",
      "trainRows: 80",
      "stepsPerEpoch: 10",
    ])
      expect(runs).toContain(argument);
  });

  it("name the statements that this machine decides as its check knows them", () => {
    const statements = text(cells.find(({ id }) => id === "decided-text")!).match(/^\d\. /gm);
    expect(statements).toHaveLength(8);
    expect(cells.map(text).join("\n")).toContain("return [1, 3, 4, 6, 8];");
  });
});
