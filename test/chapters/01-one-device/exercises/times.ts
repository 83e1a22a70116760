import {
  checkAcceleration,
  checkEpochSeconds,
  checkSteadyEpochSeconds,
  checkThroughput,
} from "../../../../solutions/01-one-device/exercises/times";
import type { Epoch, RunRecord } from "../../../../lib/runs";
import { exercise } from "../../../checks/exercise";

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const seconds = ({ steps }: Epoch) => Math.max(...steps.end) - Math.min(...steps.start);
const later = (run: RunRecord) => run.epochs.slice(1).map(seconds);
const steady = (run: RunRecord) => sum(later(run)) / (run.epochs.length - 1);

/** How many times as fast, with the bounds of times rounded to whole seconds. */
const bounded = (slow: number, fast: number) => {
  const corners = [-0.5, 0.5].flatMap((up) => [-0.5, 0.5].map((down) => (slow + up) / (fast + down)));
  return { most: Math.max(...corners), least: Math.min(...corners), times: slow / fast };
};

export const exercises = [
  exercise({
    cell: "01-one-device/test-epoch-seconds",
    check: checkEpochSeconds,
    right: seconds,
    wrong: {
      what: "steps without the waits",
      answer: ({ steps }) => sum(steps.end.map((end, i) => end - steps.start[i])),
      says: /waits/,
    },
  }),
  exercise({
    cell: "01-one-device/test-throughput",
    check: checkThroughput,
    right: (epoch) => 1 / (seconds(epoch) / sum(epoch.steps.images)),
    wrong: [
      {
        what: "full batches throughout",
        answer: (epoch) => (epoch.steps.images[0] * epoch.steps.images.length) / seconds(epoch),
        says: /fewer/,
      },
      { what: "rounding to whole numbers", answer: (epoch) => Math.round(sum(epoch.steps.images) / seconds(epoch)) },
    ],
  }),
  exercise({
    cell: "01-one-device/test-steady-epoch",
    check: checkSteadyEpochSeconds,
    right: steady,
    wrong: [
      {
        what: "one epoch too many below",
        answer: (run) => sum(later(run)) / run.epochs.length,
        says: /one epoch less/,
      },
      { what: "the last epoch alone", answer: (run) => seconds(run.epochs[run.epochs.length - 1]) },
      { what: "the fastest epoch", answer: (run) => Math.min(...later(run)) },
    ],
  }),
  exercise({
    cell: "01-one-device/test-acceleration",
    check: checkAcceleration,
    right: (slow, fast) => bounded(steady(slow), steady(fast)),
    wrong: [
      {
        what: "the second epochs alone",
        answer: (slow, fast) => bounded(seconds(slow.epochs[1]), seconds(fast.epochs[1])),
        onlyHidden: true,
      },
      {
        what: "only the fast time rounded",
        answer: (slow, fast) => {
          const [s, f] = [steady(slow), steady(fast)];
          return { times: s / f, least: s / (f + 0.5), most: s / (f - 0.5) };
        },
        says: /Both times are rounded/,
      },
    ],
  }),
];
