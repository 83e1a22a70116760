import { mean, sum } from "simple-statistics";
import type { Epoch, RunRecord } from "../../../lib/runs";
import { type Check, checkAnswer, type Trial } from "../../../lib/checks/check";
import { exampleRun, type ExamplePlan } from "../../../lib/runs/example-run";

const SECTION = "Reading times from the record";
const PLANS: ExamplePlan[] = [
  { epochSeconds: [30, 12, 10, 12.5], batches: [64, 64, 64, 8], waiting: 0.25 },
  { epochSeconds: [20, 16.5], batches: [100, 100, 50] },
];

/** Checks a function that gives the seconds of an epoch: from its first step's start to its last step's end. */
export function checkEpochSeconds(epochSeconds: (epoch: Epoch) => number, plans = PLANS): Check {
  return checkEpochs(epochSeconds, plans, (asked, epoch, seconds) => {
    const { start, end } = epoch.steps;
    const last = end.length - 1;
    const inSteps = sum(end.map((time, step) => time - start[step]));
    return {
      call: () => asked(epoch),
      expected: seconds,
      unit: "s",
      slips: [
        [inSteps, "The waits between the steps are part of the epoch."],
        [end[last], "That is the time since the program started: when did this epoch start?"],
        [start[last] - start[0], "The last step takes time, too: the epoch lasts until it ends."],
        [end[last] - end[0], "The first step takes time, too: the epoch begins when it starts."],
      ],
    };
  });
}

/** Checks a function that gives an epoch's images per second. */
export function checkThroughput(throughput: (epoch: Epoch) => number, plans = PLANS): Check {
  return checkEpochs(throughput, plans, (asked, epoch, seconds) => {
    const { images } = epoch.steps;
    return {
      call: () => asked(epoch),
      expected: sum(images) / seconds,
      unit: "images/s",
      slips: [
        [images.length / seconds, "These are steps per second: how many images does a step hold?"],
        [(images[0] * images.length) / seconds, "The last batch holds fewer images than the others."],
        [seconds / sum(images), "These are seconds per image: divide the other way round."],
      ],
    };
  });
}

/** Checks a function that gives a run's steady epoch time: the mean over its epochs, without the first. */
export function checkSteadyEpochSeconds(steadyEpochSeconds: (run: RunRecord) => number, plans = PLANS): Check {
  return checkRuns(steadyEpochSeconds, plans, (asked, run, { epochSeconds }) => {
    const later = epochSeconds.slice(1);
    return {
      call: () => asked(run),
      expected: mean(later),
      slips: [
        [mean(epochSeconds), "This mean includes the first epoch, whose start-up does not come again."],
        [epochSeconds[0], "That is the first epoch: leave it out."],
        [sum(later), "That is the sum of the later epochs: how long does one of them take?"],
        [sum(later) / epochSeconds.length, "The first epoch is left out, so there is one epoch less to divide by."],
      ],
    };
  });
}

/** Epoch times, in seconds, of the book chapter's runs on 20 CPU cores and on one H100, both with batches of 256. */
const PUBLISHED: [slow: number[], fast: number[]][] = [
  [
    [220, 215],
    [24, 14],
  ],
];

/** How many times as fast a device is, with the bounds that rounded times allow. */
export interface Acceleration {
  times: number;
  /** If the slow run's time was rounded up by half a second, and the fast run's down. */
  least: number;
  /** The other way round. */
  most: number;
}

/**
 * Checks a function that says how many times as fast a device is, steady epoch against steady epoch, when both times are printed
 * in whole seconds.
 */
export function checkAcceleration(
  acceleration: (slow: RunRecord, fast: RunRecord) => Acceleration,
  pairs = PUBLISHED,
): Check {
  const run = (epochSeconds: number[]) => exampleRun({ epochSeconds, batches: [256, 256, 80] });
  return checkAnswer("The acceleration, and how certain it is", acceleration, (acceleration) =>
    pairs.map(([slow, fast]) => {
      const [slowSteady, fastSteady] = [mean(slow.slice(1)), mean(fast.slice(1))];
      const bounded = (slow: number, fast: number): Acceleration => ({
        times: slow / fast,
        least: (slow - 0.5) / (fast + 0.5),
        most: (slow + 0.5) / (fast - 0.5),
      });
      const right = bounded(slowSteady, fastSteady);
      const { times, least, most } = right;
      return {
        what: `epochs of ${slow.join(", ")} s against ${fast.join(", ")} s`,
        call: () => acceleration(run(slow), run(fast)),
        expected: right,
        unit: "times",
        slips: [
          [{ times: slow[0] / fast[0] }, "These are the first epochs: what else is in them?"],
          [
            { times: slow[1] / fast[0] },
            "A later epoch of one run and the first epoch of the other: this comparison is not fair.",
          ],
          [
            { times: slow[0] / fast[1] },
            "The first epoch of one run and a later epoch of the other: this comparison is not fair.",
          ],
          [{ times: 1 / times }, "Upside down: divide the slow time by the fast time."],
          [{ times: sum(slow) / sum(fast) }, "All epochs together include the start-up of the first epoch."],
          [{ times, least: most, most: least }, "The two bounds are exchanged: `least` must be the smaller one."],
          [{ times, least: slowSteady / (fastSteady + 0.5) }, "Both times are rounded: the slow time, too, may be wrong by half a second."], // prettier-ignore
          [{ times, least: (slowSteady - 0.5) / (fastSteady - 0.5) }, "The ratio is least if the slow time is shorter and the fast time is longer."], // prettier-ignore
          [{ times, least: times - 0.5, most: times + 0.5 }, "The seconds are rounded, not their ratio."],
        ],
      };
    }),
  );
}

type Question = Omit<Trial, "what">;

function checkEpochs(
  answer: (epoch: Epoch) => number,
  plans: ExamplePlan[],
  question: (asked: typeof answer, epoch: Epoch, seconds: number) => Question,
): Check {
  return checkAnswer(SECTION, answer, (asked) =>
    plans.map((plan) => {
      const epoch = exampleRun(plan).epochs[1];
      const what = `${plan.batches.length} steps with ${plan.batches.join(", ")} images in ${plan.epochSeconds[1]} s`;
      return { what, ...question(asked, epoch, plan.epochSeconds[1]) };
    }),
  );
}

function checkRuns(
  answer: (run: RunRecord) => number,
  plans: ExamplePlan[],
  question: (asked: typeof answer, run: RunRecord, plan: ExamplePlan) => Question,
): Check {
  return checkAnswer("Why the first epoch is left out", answer, (asked) =>
    plans.map((plan) => ({
      what: `epochs of ${plan.epochSeconds.join(", ")} s`,
      unit: "s",
      ...question(asked, exampleRun(plan), plan),
    })),
  );
}
