import { join } from "node:path";
import { expect, it } from "vitest";
import { eventOf } from "../../../../chapters/07-frameworks/contenders/events";
import { ContenderRecord, numbersOf } from "../../../../chapters/07-frameworks/contenders/record";
import { exampleRun } from "../../../../lib/runs/example-run";
import { readRun } from "../../../../lib/runs/record";
import { temporaryFolder } from "../../../temporary";

const folder = temporaryFolder("contender-record");

const { where, configuration } = exampleRun({ epochSeconds: [1], batches: [8] });
const started = () =>
  new ContenderRecord(() => join(folder, "run.json"), where, {
    ...configuration,
    globalBatchSize: 32,
    testImages: 50,
    framework: "keras",
  });

/** The report of one process: two steps, and its 25 test images. */
const epochOf = (at: number, loss: number[], correct: number[], tested: object): string =>
  JSON.stringify({
    event: "epoch",
    epoch: 1,
    start: [at, at + 1],
    end: [at + 1, at + 2],
    wait: [0.1, 0.2],
    loss,
    correct,
    tested,
  });

it("averages losses over the processes, and adds up their hits and test images", async () => {
  const log = started();
  const at = Date.parse(log.record.startedAt) / 1000 + 10;
  const reports = [
    epochOf(at, [2, 1], [4, 8], { loss: 50, correct: 5, seconds: 3 }),
    epochOf(at + 0.5, [3, 2], [5, 9], { loss: 25, correct: 10, seconds: 4 }),
  ].map(eventOf);
  const numbers = reports.map((report) => (report.event === "epoch" ? numbersOf(report) : []));
  log.note(eventOf('{"event":"begin","versions":{"keras":"2.13.1"},"tuned":["2 threads"]}'));
  log.note(reports[0], numbers);
  log.note(eventOf('{"event":"end","weights":"0123","parameters":7,"peakMemoryBytes":5000}'));
  await log.end("completed");
  const run = await readRun(log.file);
  const [{ steps, ...epoch }] = run.epochs;
  expect(epoch).toEqual({ epoch: 1, loss: 2, accuracy: 26 / 64, validation: { loss: 1.5, accuracy: 0.3, seconds: 3 } });
  expect(steps).toMatchObject({ loss: [2.5, 1.5], correct: [9, 17], images: [32, 32], wait: [0.1, 0.2] });
  [10, 11].forEach((second, step) => expect(steps.start[step]).toBeCloseTo(second, 5));
  expect(run).toMatchObject({ outcome: "completed", weightsDigest: "0123", peakMemoryBytes: 5000 });
  expect(run.where.packages).toEqual({ versions: { keras: "2.13.1" }, licences: {}, tuned: ["2 threads"] });
});

it("a loss that diverged is no number, in Python's words and in a record", async () => {
  const log = started();
  const at = Date.parse(log.record.startedAt) / 1000;
  const line = epochOf(at, [2, 7], [4, 8], { loss: 7, correct: 5, seconds: 3 });
  const report = eventOf(line.replace("[2,7]", "[-Infinity, NaN]").replace('"loss":7', '"loss":Infinity'));
  if (report.event === "epoch") log.note(report, [numbersOf(report)]);
  await log.write();
  const [{ steps, loss, validation }] = (await readRun(log.file)).epochs;
  expect([...steps.loss, loss, validation?.loss]).toEqual([NaN, NaN, NaN, NaN]);
  expect(steps.correct).toEqual([4, 8]);
});

it.each(["", "Hello", '{"event":"epoch"}', '{"event":"finished"}', "x".repeat(10_000)])(
  "refuses in one line what is no event: %.20s",
  (line) => {
    expect(() => eventOf(line)).toThrow(/^The framework's program reported what is no event: .{0,200}$/);
  },
);
