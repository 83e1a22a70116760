import { checkLargestUseful, checkScaledRate, checkUpdatesUntil, checkWayToTrain } from "../../../lib/checks";
import type { BatchNeed, MeasuredWay } from "../../../lib/checks";
import { exercise } from "../exercise";

const images = ({ batch, updates }: BatchNeed): number => batch * updates;
const price = ({ processes, secondsToAccuracy }: MeasuredWay): number => processes * secondsToAccuracy;

const cheapest =
  (cost: (way: MeasuredWay) => number, lateToo = false) =>
  (ways: MeasuredWay[], deadline: number): MeasuredWay | "none" => {
    let best: MeasuredWay | "none" = "none";
    for (const way of ways) {
      if (!lateToo && way.secondsToAccuracy > deadline) continue;
      const better = best === "none" || cost(way) < cost(best);
      const equal = best !== "none" && cost(way) === cost(best) && way.processes < best.processes;
      if (better || equal) best = way;
    }
    return best;
  };

export const exercises = [
  exercise({
    what: "the updates of a moving average",
    cell: "07-frameworks/test-updates-until",
    check: checkUpdatesUntil,
    right: [
      (momentum, share) => Math.ceil(Math.log(share) / Math.log(momentum)),
      (momentum, share) => {
        let [left, updates] = [1, 0];
        while (left > share) [left, updates] = [left * momentum, updates + 1];
        return updates;
      },
    ],
    wrong: [
      { what: "one too few", answer: (momentum, share) => Math.floor(Math.log(share) / Math.log(momentum)), says: /little more/ },
      { what: "a straight line", answer: (momentum, share) => Math.ceil((1 - share) / (1 - momentum)), says: /still left/ },
      { what: "a broken number", answer: (momentum, share) => Math.log(share) / Math.log(momentum), says: /whole updates/ },
    ],
  }),
  exercise({
    what: "the learning rate of a step",
    cell: "07-frameworks/test-scaled-rate",
    check: checkScaledRate,
    right: [
      (step, batch, steps) => ((0.1 * batch) / 128) * Math.min(1, (step + 1) / steps),
      (step, batch, steps) => (step < steps ? (batch * (step + 1)) / (1280 * steps) : batch / 1280),
    ],
    wrong: [
      { what: "no warm-up", answer: (_, batch) => (0.1 * batch) / 128, says: /still grows/ },
      { what: "from 0", answer: (step, batch, steps) => ((0.1 * batch) / 128) * Math.min(1, step / steps), says: /first step/ },
      { what: "without end", answer: (step, batch, steps) => ((0.1 * batch) / 128) * ((step + 1) / steps), says: /rate stays/ },
      { what: "one rate", answer: (step, _, steps) => 0.1 * Math.min(1, (step + 1) / steps), says: /proportional/ },
    ],
  }),
  exercise({
    what: "the largest useful batch",
    cell: "07-frameworks/test-largest-useful",
    check: checkLargestUseful,
    right: [
      (needs, factor) => {
        const useless = needs.findIndex((need) => images(need) > factor * images(needs[0]));
        return needs[useless < 0 ? needs.length - 1 : useless - 1].batch;
      },
      (needs, factor) =>
        needs.filter((_, at) => needs.slice(0, at + 1).every((need) => images(need) / images(needs[0]) <= factor)).pop()!.batch,
    ],
    wrong: [
      {
        what: "any batch",
        answer: (needs, factor) => needs.filter((need) => images(need) <= factor * images(needs[0])).pop()!.batch,
        says: /lucky/,
      },
      {
        what: "compared with the one before",
        answer: (needs, factor) => {
          const useless = needs.findIndex((need, at) => at > 0 && images(need) > factor * images(needs[at - 1]));
          return needs[useless < 0 ? needs.length - 1 : useless - 1].batch;
        },
        says: /smallest batch/,
      },
      { what: "the last", answer: (needs) => needs[needs.length - 1].batch, says: /batch times updates/ },
    ],
  }),
  exercise({
    what: "the cheapest way in time",
    cell: "07-frameworks/test-way",
    check: checkWayToTrain,
    right: [
      cheapest(price),
      (ways, deadline) =>
        ways
          .filter(({ secondsToAccuracy }) => secondsToAccuracy <= deadline)
          .sort((a, b) => price(a) - price(b) || a.processes - b.processes)[0] ?? "none",
    ],
    wrong: [
      { what: "the fastest", answer: cheapest(({ secondsToAccuracy }) => secondsToAccuracy), says: /cheapest/ },
      { what: "no deadline", answer: cheapest(price, true), says: /too late/ },
      { what: "the fewest processes", answer: cheapest(({ processes }) => processes), says: /multiply/ },
    ],
  }),
]; // prettier-ignore
