import { mean, sum } from "simple-statistics";
import type { Epoch, RunRecord } from "../../runs";
import { Check, type Trial } from "../check";
import { exampleRun, type ExamplePlan } from "../../runs/example-run";

const SECTION = "Reading times off the record";
const PLANS: ExamplePlan[] = [
  { epochSeconds: [30, 12, 10, 12.5], batches: [64, 64, 64, 8], waiting: 0.25 },
  { epochSeconds: [20, 16.5], batches: [100, 100, 50] },
];

/** Checks a function that gives the seconds of an epoch: from its first step's start to its last step's end. */
export function checkEpochSeconds(epochSeconds: (epoch: Epoch) => number, plans = PLANS): Check {
  return checkEpochs(plans, (epoch, seconds) => {
    const { start, end } = epoch.steps;
    const last = end.length - 1;
    const inSteps = sum(end.map((time, step) => time - start[step]));
    return {
      call: () => epochSeconds(epoch),
      expected: seconds,
      unit: "s",
      slips: [
        [inSteps, "The waits between the steps are part of the epoch."],
        [end[last], "That is the time since the program started: where does this epoch start?"],
        [start[last] - start[0], "The last step takes time too: the epoch lasts until it ends."],
        [end[last] - end[0], "The first step takes time too: the epoch begins when it starts."],
      ],
    };
  });
}

/** Checks a function that gives an epoch's images per second. */
export function checkThroughput(throughput: (epoch: Epoch) => number, plans = PLANS): Check {
  return checkEpochs(plans, (epoch, seconds) => {
    const { images } = epoch.steps;
    return {
      call: () => throughput(epoch),
      expected: sum(images) / seconds,
      unit: "images/s",
      slips: [
        [images.length / seconds, "These are steps per second: how many images does a step hold?"],
        [(images[0] * images.length) / seconds, "The last batch holds fewer images than the others."],
        [seconds / sum(images), "These are seconds per image: turn it round."],
      ],
    };
  });
}

/** Checks a function that gives a run's steady epoch time: the mean over its epochs, without the first. */
export function checkSteadyEpochSeconds(steadyEpochSeconds: (run: RunRecord) => number, plans = PLANS): Check {
  return checkRuns(plans, (run, { epochSeconds }) => {
    const later = epochSeconds.slice(1);
    return {
      call: () => steadyEpochSeconds(run),
      expected: mean(later),
      slips: [
        [mean(epochSeconds), "The first epoch is in it: its start-up costs do not come again."],
        [epochSeconds[0], "That is the first epoch, the one to leave out."],
        [sum(later), "That is the later epochs' sum: how long does one take?"],
        [sum(later) / epochSeconds.length, "The first epoch is left out: one epoch less to divide by."],
      ],
    };
  });
}

/** Checks a function that gives what a run's first epoch takes beyond a steady one. */
export function checkStartUpSeconds(startUpSeconds: (run: RunRecord) => number, plans = PLANS): Check {
  return checkRuns(plans, (run, { epochSeconds: [first, ...later] }) => ({
    call: () => startUpSeconds(run),
    expected: first - mean(later),
    slips: [
      [mean(later) - first, "The sign is the wrong way round: start-up is what is lost."],
      [first, "That is the whole first epoch: part of it is ordinary training."],
      [first - later[later.length - 1], "Take the mean of all later epochs, not only the last."],
    ],
  }));
}

/** Epoch times, in seconds, of the book chapter's runs on 20 CPU cores and on one H100, both with batches of 256. */
const PUBLISHED: [slow: number[], fast: number[]][] = [
  [
    [220, 215],
    [24, 14],
  ],
];

/** Checks a function that says how many times as fast a device is: steady epoch against steady epoch. */
export function checkAcceleration(
  acceleration: (slow: RunRecord, fast: RunRecord) => number,
  pairs = PUBLISHED,
): Check {
  const run = (epochSeconds: number[]) => exampleRun({ epochSeconds, batches: [256, 256, 80] });
  return new Check(
    "Task 10.4",
    pairs.map(([slow, fast]) => ({
      what: `epochs of ${slow.join(", ")} s against ${fast.join(", ")} s`,
      call: () => acceleration(run(slow), run(fast)),
      expected: mean(slow.slice(1)) / mean(fast.slice(1)),
      unit: "times",
      slips: [
        [slow[0] / fast[0], "These are the first epochs: what else is in them?"],
        [slow[1] / fast[0], "A later epoch of one against the first of the other is unfair."],
        [slow[0] / fast[1], "The first epoch of one against a later of the other is unfair."],
        [mean(fast.slice(1)) / mean(slow.slice(1)), "Upside down: the slow time belongs on top."],
        [sum(slow) / sum(fast), "All epochs together still hold the first one's start-up."],
      ],
    })),
  );
}

type Question = Omit<Trial, "what">;

function checkEpochs(plans: ExamplePlan[], question: (epoch: Epoch, seconds: number) => Question): Check {
  const trials = plans.map((plan) => {
    const epoch = exampleRun(plan).epochs[1];
    const what = `${plan.batches.length} steps with ${plan.batches.join(", ")} images in ${plan.epochSeconds[1]} s`;
    return { what, ...question(epoch, plan.epochSeconds[1]) };
  });
  return new Check(SECTION, trials);
}

function checkRuns(plans: ExamplePlan[], question: (run: RunRecord, plan: ExamplePlan) => Question): Check {
  const trials = plans.map((plan) => ({
    what: `epochs of ${plan.epochSeconds.join(", ")} s`,
    unit: "s",
    ...question(exampleRun(plan), plan),
  }));
  return new Check("Why the first epoch is left out", trials);
}
