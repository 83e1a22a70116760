import { sum } from "simple-statistics";
import type { Run } from "../../../chapters/00-typescript";
import { checkByCases } from "../../../lib/checks/check";

/** Checks a function that adds up the seconds of all epochs but the first. */
export const checkLaterSeconds = checkByCases(
  "Functions and types",
  [[[24, 14, 14, 15]], [[2.5, 1]], [[5, 0, 3]]] as [epochs: number[]][],
  (epochs) => ({
    what: `epochs of ${epochs.join(", ")} s`,
    expected: sum(epochs.slice(1)),
    unit: "s",
    slips: [
      [sum(epochs), "The first epoch is in the sum."],
      [sum(epochs.slice(2)), "The first epoch has position 0, the second has position 1."],
      [epochs.at(-1), "Add up all of them, not only the last one: return after the loop."],
    ],
  }),
);

const rate = ({ images, seconds }: Run): number => images / seconds;

/** Checks a function that says a run's name and its images per second. */
export const checkRunLine = checkByCases(
  "Lists and objects",
  [[{ name: "CPU", images: 1000, seconds: 3 }], [{ name: "two GPUs", images: 90, seconds: 0.5 }]] as [run: Run][],
  (run) => ({
    what: `a run named "${run.name}" with ${run.images} images in ${run.seconds} s`,
    expected: `${run.name}: ${rate(run).toFixed(1)} images/s`,
    slips: [
      [`${run.name}: ${rate(run)} images/s`, "toFixed(1) writes a number with one digit after the point."],
      [`${run.name}: ${(1 / rate(run)).toFixed(1)} images/s`, "This is seconds per image: divide the other way round."],
      ["${name}: ${(images / seconds).toFixed(1)} images/s", "A text with values in it stands between backquotes (`)."],
    ],
  }),
);

const named = (...rows: [images: number, seconds: number][]): [runs: Run[]] => [
  rows.map(([images, seconds], at) => ({ name: "abcd"[at], images, seconds })),
];

/** Checks a function that gives the name of the run with the most images per second. */
export const checkFastest = checkByCases(
  "Lists and objects",
  [named([100, 5], [90, 2], [80, 4]), named([100, 10], [30, 2], [900, 20]), named([10, 4], [20, 6], [20, 3], [30, 5])],
  (runs) => {
    const nameOf = (value: (run: Run) => number): string => [...runs].sort((a, b) => value(b) - value(a))[0].name;
    return {
      what: runs.map(({ name, images, seconds }) => `${name}: ${images} images in ${seconds} s`).join("; "),
      expected: nameOf(rate),
      slips: [
        [nameOf(({ images }) => images), "This run has the most images, but it may also take the most time."],
        [nameOf(({ seconds }) => -seconds), "This run ends first, but it may have few images."],
        [nameOf((run) => -rate(run)), "This is the slowest one."],
      ],
    };
  },
);
