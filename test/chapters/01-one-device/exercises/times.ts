import { sum } from "simple-statistics";
import {
  checkAcceleration,
  checkEpochSeconds,
  checkSteadyEpochSeconds,
  checkThroughput,
} from "../../../../solutions/01-one-device/exercises/times";
import type { Epoch, RunRecord } from "../../../../lib/runs";
import { exercise, guess, slip, unseen } from "../../../checks/exercise";

const seconds = ({ steps }: Epoch) => Math.max(...steps.end) - Math.min(...steps.start);
const later = (run: RunRecord) => run.epochs.slice(1).map(seconds);
const steady = (run: RunRecord) => sum(later(run)) / (run.epochs.length - 1);

/** How many times as fast, with the bounds of times rounded to whole seconds. */
const bounded = (slow: number, fast: number) => {
  const corners = [-0.5, 0.5].flatMap((up) => [-0.5, 0.5].map((down) => (slow + up) / (fast + down)));
  return { most: Math.max(...corners), least: Math.min(...corners), times: slow / fast };
};

export const exercises = [
  exercise("01-one-device/test-epoch-seconds", checkEpochSeconds, {
    right: seconds,
    wrong: slip("steps without the waits", /waits/, ({ steps }) =>
      sum(steps.end.map((end, i) => end - steps.start[i])),
    ),
  }),
  exercise("01-one-device/test-throughput", checkThroughput, {
    right: (epoch) => 1 / (seconds(epoch) / sum(epoch.steps.images)),
    wrong: [
      slip(
        "full batches throughout",
        /fewer/,
        (epoch) => (epoch.steps.images[0] * epoch.steps.images.length) / seconds(epoch),
      ),
      guess("rounding to whole numbers", (epoch) => Math.round(sum(epoch.steps.images) / seconds(epoch))),
    ],
  }),
  exercise("01-one-device/test-steady-epoch", checkSteadyEpochSeconds, {
    right: steady,
    wrong: [
      slip("one epoch too many below", /one epoch less/, (run) => sum(later(run)) / run.epochs.length),
      guess("the last epoch alone", (run) => seconds(run.epochs[run.epochs.length - 1])),
      guess("the fastest epoch", (run) => Math.min(...later(run))),
    ],
  }),
  exercise("01-one-device/test-acceleration", checkAcceleration, {
    right: (slow, fast) => bounded(steady(slow), steady(fast)),
    wrong: [
      unseen("the second epochs alone", (slow, fast) => bounded(seconds(slow.epochs[1]), seconds(fast.epochs[1]))),
      slip("only the fast time rounded", /Both times are rounded/, (slow, fast) => {
        const [s, f] = [steady(slow), steady(fast)];
        return { times: s / f, least: s / (f + 0.5), most: s / (f - 0.5) };
      }),
    ],
  }),
];
