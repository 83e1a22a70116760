import { describe, expect, it } from "vitest";
import {
  checkAcceleration,
  checkEpochSeconds,
  checkStartUpSeconds,
  checkSteadyEpochSeconds,
  checkThroughput,
  exampleRun,
} from "../../lib/grading";
import type { Epoch, RunRecord } from "../../lib/training";
import { testExercise } from "./answers";

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: number[]) => sum(values) / values.length;
const seconds = ({ steps }: Epoch) => steps.end[steps.end.length - 1] - steps.start[0];
const later = (run: RunRecord) => run.epochs.slice(1).map(seconds);

describe("an epoch's seconds", () => {
  testExercise(
    checkEpochSeconds,
    [seconds, ({ steps }) => Math.max(...steps.end) - Math.min(...steps.start)],
    [
      {
        what: "steps without the waits",
        answer: ({ steps }) => sum(steps.end.map((end, i) => end - steps.start[i])),
        says: /waits/,
      },
      { what: "the time since the start", answer: ({ steps }) => steps.end[steps.end.length - 1], says: /where does/ },
      {
        what: "starts only",
        answer: ({ steps }) => steps.start[steps.start.length - 1] - steps.start[0],
        says: /last/,
      },
      { what: "ends only", answer: ({ steps }) => steps.end[steps.end.length - 1] - steps.end[0], says: /first step/ },
    ],
  );
});

describe("throughput", () => {
  testExercise(
    checkThroughput,
    [(epoch) => sum(epoch.steps.images) / seconds(epoch), (epoch) => 1 / (seconds(epoch) / sum(epoch.steps.images))],
    [
      { what: "steps per second", answer: (epoch) => epoch.steps.images.length / seconds(epoch), says: /steps per/ },
      {
        what: "full batches throughout",
        answer: (epoch) => (epoch.steps.images[0] * epoch.steps.images.length) / seconds(epoch),
        says: /fewer/,
      },
      { what: "seconds per image", answer: (epoch) => seconds(epoch) / sum(epoch.steps.images), says: /turn it/ },
      { what: "rounding to whole numbers", answer: (epoch) => Math.round(sum(epoch.steps.images) / seconds(epoch)) },
    ],
  );
});

describe("the steady epoch", () => {
  testExercise(
    checkSteadyEpochSeconds,
    [(run) => mean(later(run)), (run) => sum(later(run)) / (run.epochs.length - 1)],
    [
      { what: "the mean of all epochs", answer: (run) => mean(run.epochs.map(seconds)), says: /start-up/ },
      { what: "the first epoch", answer: (run) => seconds(run.epochs[0]), says: /leave out/ },
      { what: "the last epoch alone", answer: (run) => seconds(run.epochs[run.epochs.length - 1]) },
      {
        what: "one epoch too many below",
        answer: (run) => sum(later(run)) / run.epochs.length,
        says: /one epoch less/,
      },
      { what: "the fastest epoch", answer: (run) => Math.min(...later(run)) },
    ],
  );
});

describe("the start-up", () => {
  testExercise(
    checkStartUpSeconds,
    [
      (run) => seconds(run.epochs[0]) - mean(later(run)),
      (run) => mean(later(run).map((time) => seconds(run.epochs[0]) - time)),
    ],
    [
      { what: "the sign turned", answer: (run) => mean(later(run)) - seconds(run.epochs[0]), says: /sign/ },
      { what: "the whole first epoch", answer: (run) => seconds(run.epochs[0]), says: /ordinary training/ },
      { what: "the second epoch only", answer: (run) => seconds(run.epochs[0]) - seconds(run.epochs[1]) },
      { what: "the capture's time", answer: (run) => run.captureSeconds },
    ],
  );
});

describe("acceleration", () => {
  testExercise(
    checkAcceleration,
    [
      (slow, fast) => mean(later(slow)) / mean(later(fast)),
      (slow, fast) => seconds(slow.epochs[1]) / seconds(fast.epochs[1]),
    ],
    [
      { what: "first epochs", answer: (s, f) => seconds(s.epochs[0]) / seconds(f.epochs[0]), says: /what else/ },
      { what: "epochs mixed", answer: (s, f) => seconds(s.epochs[1]) / seconds(f.epochs[0]), says: /unfair/ },
      { what: "upside down", answer: (s, f) => mean(later(f)) / mean(later(s)), says: /Upside down/ },
      { what: "whole runs", answer: (s, f) => mean(s.epochs.map(seconds)) / mean(f.epochs.map(seconds)), says: /All/ },
      { what: "a whole number", answer: (s, f) => Math.round(mean(later(s)) / mean(later(f))) },
    ],
  );

  it("is 15.4 for the chapter's CPU and H100, not the nearly ten of the first epochs", () => {
    const right = checkAcceleration(() => 215 / 14);
    expect(right.lines).toEqual(["✓ epochs of 220, 215 s against 24, 14 s: 15.357 times"]);
    expect(checkAcceleration(() => 220 / 24).share).toBe(0);
  });
});

describe("an example run", () => {
  it("has the epochs it was asked for, with waits between its steps", () => {
    const run = exampleRun({ epochSeconds: [5, 3], batches: [8, 8, 2], waiting: 0.5 });
    expect(run.epochs.map((epoch) => seconds(epoch).toFixed(9))).toEqual(["5.000000000", "3.000000000"]);
    const { start, end, wait } = run.epochs[1].steps;
    expect(start[1] - end[0]).toBeCloseTo(wait[1], 9);
    expect(wait[0]).toBe(0);
    expect(run.configuration.trainImages).toBe(18);
  });
});
