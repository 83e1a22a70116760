import {
  checkLargestUseful,
  checkScaledRate,
  checkUpdatesUntil,
  checkWayToTrain,
} from "../../../../solutions/07-frameworks/exercises/frameworks-batches";
import type { BatchNeed, MeasuredWay } from "../../../../chapters/07-frameworks/terms";
import { exercise, slip } from "../../../checks/exercise";

const images = ({ batch, updates }: BatchNeed): number => batch * updates;
const price = ({ processes, secondsToAccuracy }: MeasuredWay): number => processes * secondsToAccuracy;
const cheapest = (ways: MeasuredWay[]): MeasuredWay | "none" =>
  ways.sort((a, b) => price(a) - price(b) || a.processes - b.processes)[0] ?? "none";

export const exercises = [
  exercise("07-frameworks/test-updates-until", checkUpdatesUntil, {
    right: (momentum, share) => {
      let [left, updates] = [1, 0];
      while (left > share) [left, updates] = [left * momentum, updates + 1];
      return updates;
    },
    wrong: slip("a straight line", /still left/, (momentum, share) => Math.ceil((1 - share) / (1 - momentum))),
  }),
  exercise("07-frameworks/test-scaled-rate", checkScaledRate, {
    right: (step, batch, steps) => (step < steps ? (batch * (step + 1)) / (1280 * steps) : batch / 1280),
    wrong: slip("from 0", /first step/, (step, batch, steps) => ((0.1 * batch) / 128) * Math.min(1, step / steps)),
  }),
  exercise("07-frameworks/test-largest-useful", checkLargestUseful, {
    right: (needs, factor) => {
      const isUseful = (need: BatchNeed) => images(need) / images(needs[0]) <= factor;
      return needs.filter((_, at) => needs.slice(0, at + 1).every(isUseful)).pop()!.batch;
    },
    wrong: slip("compared with the one before", /smallest batch/, (needs, factor) => {
      const useless = needs.findIndex((need, at) => at > 0 && images(need) > factor * images(needs[at - 1]));
      return needs[useless < 0 ? needs.length - 1 : useless - 1].batch;
    }),
  }),
  exercise("07-frameworks/test-way", checkWayToTrain, {
    right: (ways: MeasuredWay[], deadline: number) =>
      cheapest(ways.filter(({ secondsToAccuracy }) => secondsToAccuracy <= deadline)),
    wrong: slip("no deadline", /too late/, (ways) => cheapest(ways)),
  }),
];
