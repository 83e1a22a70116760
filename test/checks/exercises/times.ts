import {
  checkAcceleration,
  checkEpochSeconds,
  checkStartUpSeconds,
  checkSteadyEpochSeconds,
  checkThroughput,
} from "../../../lib/checks";
import type { Epoch, RunRecord } from "../../../lib/runs";
import { exercise } from "../exercise";

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: number[]) => sum(values) / values.length;
const seconds = ({ steps }: Epoch) => steps.end[steps.end.length - 1] - steps.start[0];
const later = (run: RunRecord) => run.epochs.slice(1).map(seconds);

export const timesExercises = [
  exercise({
    what: "an epoch's seconds",
    cell: "01-one-device/test-epoch-seconds",
    check: checkEpochSeconds,
    right: [seconds, ({ steps }) => Math.max(...steps.end) - Math.min(...steps.start)],
    wrong: [
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
  }),
  exercise({
    what: "throughput",
    cell: "01-one-device/test-throughput",
    check: checkThroughput,
    right: [
      (epoch) => sum(epoch.steps.images) / seconds(epoch),
      (epoch) => 1 / (seconds(epoch) / sum(epoch.steps.images)),
    ],
    wrong: [
      { what: "steps per second", answer: (epoch) => epoch.steps.images.length / seconds(epoch), says: /steps per/ },
      {
        what: "full batches throughout",
        answer: (epoch) => (epoch.steps.images[0] * epoch.steps.images.length) / seconds(epoch),
        says: /fewer/,
      },
      { what: "seconds per image", answer: (epoch) => seconds(epoch) / sum(epoch.steps.images), says: /turn it/ },
      { what: "rounding to whole numbers", answer: (epoch) => Math.round(sum(epoch.steps.images) / seconds(epoch)) },
    ],
  }),
  exercise({
    what: "the steady epoch",
    cell: "01-one-device/test-steady-epoch",
    check: checkSteadyEpochSeconds,
    right: [(run) => mean(later(run)), (run) => sum(later(run)) / (run.epochs.length - 1)],
    wrong: [
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
  }),
  exercise({
    what: "the start-up",
    cell: "01-one-device/test-start-up",
    check: checkStartUpSeconds,
    right: [
      (run) => seconds(run.epochs[0]) - mean(later(run)),
      (run) => mean(later(run).map((time) => seconds(run.epochs[0]) - time)),
    ],
    wrong: [
      { what: "the sign turned", answer: (run) => mean(later(run)) - seconds(run.epochs[0]), says: /sign/ },
      { what: "the whole first epoch", answer: (run) => seconds(run.epochs[0]), says: /ordinary training/ },
      { what: "the second epoch only", answer: (run) => seconds(run.epochs[0]) - seconds(run.epochs[1]) },
      { what: "the capture's time", answer: (run) => run.captureSeconds },
    ],
  }),
  exercise({
    what: "acceleration",
    cell: "01-one-device/test-acceleration",
    check: checkAcceleration,
    right: [
      (slow, fast) => mean(later(slow)) / mean(later(fast)),
      (slow, fast) => sum(later(slow)) / (slow.epochs.length - 1) / mean(later(fast)),
    ],
    wrong: [
      {
        what: "the second epochs alone",
        answer: (slow, fast) => seconds(slow.epochs[1]) / seconds(fast.epochs[1]),
        onlyHidden: true,
      },
      { what: "first epochs", answer: (s, f) => seconds(s.epochs[0]) / seconds(f.epochs[0]), says: /what else/ },
      { what: "epochs mixed", answer: (s, f) => seconds(s.epochs[1]) / seconds(f.epochs[0]), says: /unfair/ },
      { what: "upside down", answer: (s, f) => mean(later(f)) / mean(later(s)), says: /Upside down/ },
      { what: "whole runs", answer: (s, f) => mean(s.epochs.map(seconds)) / mean(f.epochs.map(seconds)), says: /All/ },
      { what: "a whole number", answer: (s, f) => Math.round(mean(later(s)) / mean(later(f))) },
    ],
  }),
];
