import {
  checkAcceleration,
  checkEpochSeconds,
  checkSteadyEpochSeconds,
  checkThroughput,
  type Acceleration,
} from "../../../lib/checks";
import type { Epoch, RunRecord } from "../../../lib/runs";
import { exercise } from "../exercise";

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: number[]) => sum(values) / values.length;
const seconds = ({ steps }: Epoch) => steps.end[steps.end.length - 1] - steps.start[0];
const later = (run: RunRecord) => run.epochs.slice(1).map(seconds);

export const exercises = [
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
      { what: "the time since the start", answer: ({ steps }) => steps.end[steps.end.length - 1], says: /when did/ },
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
    what: "acceleration",
    cell: "01-one-device/test-acceleration",
    check: checkAcceleration,
    right: [
      (slow, fast) => bounded(mean(later(slow)), mean(later(fast))),
      (slow, fast) => {
        const [s, f] = [sum(later(slow)) / (slow.epochs.length - 1), mean(later(fast))];
        const corners = [-0.5, 0.5].flatMap((up) => [-0.5, 0.5].map((down) => (s + up) / (f + down)));
        return { most: Math.max(...corners), least: Math.min(...corners), times: s / f };
      },
    ],
    wrong: [
      {
        what: "the second epochs alone",
        answer: (slow, fast) => bounded(seconds(slow.epochs[1]), seconds(fast.epochs[1])),
        onlyHidden: true,
      },
      {
        what: "first epochs",
        answer: (s, f) => bounded(seconds(s.epochs[0]), seconds(f.epochs[0])),
        says: /what else/,
      },
      { what: "epochs mixed", answer: (s, f) => bounded(seconds(s.epochs[1]), seconds(f.epochs[0])), says: /unfair/ },
      { what: "upside down", answer: (s, f) => bounded(mean(later(f)), mean(later(s))), says: /Upside down/ },
      {
        what: "whole runs",
        answer: (s, f) => bounded(sum(s.epochs.map(seconds)), sum(f.epochs.map(seconds))),
        says: /All/,
      },
      {
        what: "the bounds exchanged",
        answer: (s, f) => {
          const { times, least, most } = bounded(mean(later(s)), mean(later(f)));
          return { times, least: most, most: least };
        },
        says: /exchanged/,
      },
      {
        what: "only the fast time rounded",
        answer: (s, f) => ({
          times: mean(later(s)) / mean(later(f)),
          least: mean(later(s)) / (mean(later(f)) + 0.5),
          most: mean(later(s)) / (mean(later(f)) - 0.5),
        }),
        says: /Both times are rounded/,
      },
      {
        what: "half a time to either side",
        answer: (s, f) => {
          const times = mean(later(s)) / mean(later(f));
          return { times, least: times - 0.5, most: times + 0.5 };
        },
        says: /not their ratio/,
      },
    ],
  }),
];

/** How many times as fast, with the bounds of times rounded to whole seconds. */
function bounded(slow: number, fast: number): Acceleration {
  return { times: slow / fast, least: (slow - 0.5) / (fast + 0.5), most: (slow + 0.5) / (fast - 0.5) };
}
