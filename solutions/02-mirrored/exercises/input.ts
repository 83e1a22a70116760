import { sum } from "simple-statistics";
import type { RunRecord } from "../../../lib/runs";
import { exampleRun } from "../../../lib/runs/example-run";
import { type Check, checkAnswer, checkByCases } from "../../../lib/checks/check";

const INPUT = "When the images come late";

/** Made-up runs: the seconds of their epochs, and the share of each step that waits. */
const WAITS: [epochSeconds: number[], waiting: number][] = [
  [[30, 12], 0.5],
  [[20, 10, 14], 0.1],
];

/** A run whose first step waits, too, and that waits longest when it starts. */
function starved(epochSeconds: number[], waiting: number): RunRecord {
  const run = exampleRun({ epochSeconds, batches: [16, 16, 16, 8], waiting });
  for (const { steps } of run.epochs) steps.wait[0] = steps.wait[1];
  run.epochs[0].steps.wait[0] += 5;
  return run;
}

/** Checks a function that gives the share of a run's steady epochs in which its steps waited for images. */
export function checkWaitingShare(waitingShare: (run: RunRecord) => number, cases = WAITS): Check {
  return checkAnswer(INPUT, waitingShare, (waitingShare) =>
    cases.map(([epochSeconds, waiting]) => {
      const run = starved(epochSeconds, waiting);
      const share = ({ epochs }: Pick<RunRecord, "epochs">): number => {
        const waits = sum(epochs.map(({ steps }) => sum(steps.wait)));
        const computing = sum(epochs.flatMap(({ steps }) => steps.end.map((end, step) => end - steps.start[step])));
        return waits / (waits + computing);
      };
      const steady = run.epochs.slice(1);
      const waits = sum(steady.map(({ steps }) => sum(steps.wait)));
      const right = share({ epochs: steady });
      return {
        what: `epochs of ${epochSeconds.join(", ")} s`,
        call: () => waitingShare(structuredClone(run)),
        expected: right,
        slips: [
          [waits, "These are seconds: which share of the time is it?"],
          [100 * right, "Write the share, from 0 to 1."],
          [1 - right, "That is the share in which the steps compute."],
          [right / (1 - right), "Divide by all of the time, the waits included."],
          [share(run), "Leave out the first epoch: it includes the start-up."],
        ],
      };
    }),
  );
}

/** How a host feeds a device. */
export interface Feeding {
  /** Threads that prepare batches, each one batch at a time. */
  loaders: number;
  /** Batches that are prepared ahead. */
  prefetch: number;
}

/** The seconds that storage takes for an image, a step's images, and the seconds that it computes. */
const STARVED: [secondsPerImage: number, batchSize: number, computeSeconds: number][] = [
  [0.05, 16, 0.5],
  [0.05, 16, 0.17],
  [0.001, 16, 0.5],
  [0.6, 8, 0.5],
];

/** Checks a function that gives the fewest loaders that keep a device busy, and as many batches ahead. */
export const checkEnoughLoaders = checkByCases(INPUT, STARVED, (secondsPerImage, batchSize, compute) => {
  const load = secondsPerImage * batchSize;
  const loaders = Math.ceil(load / compute);
  const feeding = (count: number): Feeding => ({ loaders: count, prefetch: count });
  return {
    what: `${batchSize} images of ${1000 * secondsPerImage} ms each for a step of ${compute} s`,
    expected: feeding(loaders),
    slips: [
      [feeding(load / compute), "Threads are whole: round up, or the device still waits."],
      [feeding(Math.floor(load / compute)), "Rounded down, the loaders are still slower than the device."],
      [
        feeding(Math.ceil(compute / load)),
        "This ratio is upside down: how many batches must be prepared while one step computes?",
      ],
      [feeding(Math.ceil(secondsPerImage / compute)), "A loader prepares a whole batch, image by image."],
      [{ loaders, prefetch: 0 }, "With nothing prepared ahead, the loaders are idle while a step computes."],
      [{ loaders: 1, prefetch: loaders }, "One loader prepares one batch at a time, however many are asked for."],
    ],
  };
});
