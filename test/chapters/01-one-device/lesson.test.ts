import { runInNewContext } from "node:vm";
import ts from "typescript";
import { expect, it } from "vitest";
import { publishedRows } from "../../../lib/runs/published/published-record";
import type { PrintedEpoch } from "../../../solutions/01-one-device/exercises/job";
import { lessonCells, testLesson, text } from "../lesson";

const name = "01-one-device/one-device";
const slide = { figures: 1, points: 4 };
testLesson({
  name,
  exercises: 22,
  points: [48, 12],
  conclusions: 3,
  guesses: 12,
  slides: [slide, slide, slide],
  isTidy: true,
});

it("tells the book's batches of 24 and 40 GB as suggestions, and that of 64 GB as what it ran", () => {
  const table = text(lessonCells("solutions", name).find(({ id }) => id === "predictions")!);
  expect(table.match(/book: (512|1024), how: "suggested to start with"/g)).toHaveLength(2);
  expect(table).toMatch(/book: 2048, how: "what it ran"/);
});

it("the reference answer reads the last epoch of each of the book's logs of a GPU, as the book prints them", async () => {
  const source = text(lessonCells("solutions", name).find(({ id }) => id === "printed-epoch")!);
  const answer = runInNewContext(`${ts.transpile(source)}; printedEpoch`) as (output: string) => PrintedEpoch;
  const rows = (await publishedRows("torres-chapter10")).filter(({ processor }) => processor !== "cpu-20-cores");
  const line = ({ epoch, steps, seconds, loss, accuracy, ms_per_step: ms }: Record<string, string>) =>
    `Epoch ${epoch}/2\n\n${steps}/${steps} - ${seconds}s - loss: ${loss} - accuracy: ${accuracy} - ${seconds}s/epoch - ${ms ? `${ms}ms` : "1s"}/step\n`;
  const last = rows.filter(({ epoch }) => epoch === "2");
  expect(last).toHaveLength(7);
  for (const row of last) {
    const output = `Model 1 GPUs\n\n${line(rows[rows.indexOf(row) - 1])}\n${line(row)}`;
    expect(answer(output)).toEqual({
      seconds: Number(row.seconds),
      bySteps: (Number(row.steps) * Number(row.ms_per_step)) / 1000,
    });
  }
});
