import { mean, sampleStandardDeviation, standardDeviation } from "simple-statistics";
import { describe } from "vitest";
import {
  checkFakedDifference,
  checkInteraction,
  checkInterval,
  checkRunsOfDesign,
  checkTimesTooNarrow,
} from "../../lib/grading";
import { meanInterval } from "../../lib/experiment/statistics";
import { testExercise } from "./answers";

const product = (values: number[]) => values.reduce((a, b) => a * b, 1);
const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);

describe("the runs of a design", () => {
  testExercise(
    checkRunsOfDesign,
    [
      (levels, replicates) => product(levels) * replicates,
      (levels, replicates) => {
        let runs = replicates;
        for (const each of levels) runs *= each;
        return runs;
      },
    ],
    [
      { what: "configurations", answer: (levels) => product(levels), says: /more than once/ },
      { what: "a sum", answer: (levels, replicates) => sum(levels) * replicates, says: /multiply/ },
      { what: "replicates added", answer: (levels, replicates) => product(levels) + replicates, says: /that often/ },
      { what: "nothing", answer: () => undefined as unknown as number, says: /is there a return/ },
    ],
  );
});

describe("a difference that a drift makes", () => {
  testExercise(
    checkFakedDifference,
    [
      (drift, first, second) => drift * (mean(second) - mean(first)),
      (drift, first, second) => mean(second.map((at) => at * drift)) - mean(first.map((at) => at * drift)),
    ],
    [
      { what: "the wrong way round", answer: (d, a, b) => d * (mean(a) - mean(b)), says: /from the second's/ },
      { what: "places alone", answer: (_, a, b) => mean(b) - mean(a), says: /adds the drift/ },
      { what: "sums", answer: (d, a, b) => d * (sum(b) - sum(a)), says: /Compare means|expected/ },
      { what: "first runs", answer: (d, a, b) => d * (b[0] - a[0]), says: /All runs count/ },
    ],
  );
});

describe("an interval", () => {
  const around = (seconds: number[], reach: number) => ({ low: mean(seconds) - reach, high: mean(seconds) + reach });
  testExercise(
    checkInterval,
    [
      (seconds, t) => around(seconds, (t * sampleStandardDeviation(seconds)) / Math.sqrt(seconds.length)),
      (seconds) => meanInterval(seconds),
    ],
    [
      {
        what: "n in the standard deviation",
        answer: (s, t) => around(s, (t * standardDeviation(s)) / Math.sqrt(s.length)),
        says: /n - 1/,
      },
      { what: "no √n", answer: (s, t) => around(s, t * sampleStandardDeviation(s)), says: /varies less/ },
      { what: "n for √n", answer: (s, t) => around(s, (t * sampleStandardDeviation(s)) / s.length), says: /not by n/ },
      {
        what: "one standard error",
        answer: (s) => around(s, sampleStandardDeviation(s) / Math.sqrt(s.length)),
        says: /one standard error/,
      },
      {
        what: "half of it",
        answer: (s, t) => around(s, (t * sampleStandardDeviation(s)) / Math.sqrt(s.length) / 2),
        says: /either side/,
      },
    ],
  );
});

describe("how many times too narrow", () => {
  testExercise(
    checkTimesTooNarrow,
    [
      (runs, t, values, wrong) => t / Math.sqrt(runs) / (wrong / Math.sqrt(values)),
      (runs, t, values, wrong) => (t / wrong) * Math.sqrt(values / runs),
    ],
    [
      { what: "upside down", answer: (r, t, v, w) => ((w / t) * Math.sqrt(r)) / Math.sqrt(v), says: /on top/ },
      { what: "t alone", answer: (_, t, __, w) => t / w, says: /count is in/ },
      { what: "the count alone", answer: (r, _, v) => Math.sqrt(v / r), says: /t is another one/ },
      { what: "n for √n", answer: (r, t, v, w) => t / r / (w / v), says: /not by n/ },
    ],
  );
});

describe("an interaction", () => {
  testExercise(
    checkInteraction,
    [
      (sync, accumulate) => sync[1] - sync[0] - (accumulate[1] - accumulate[0]),
      (sync, accumulate) => sync[1] - accumulate[1] - (sync[0] - accumulate[0]),
    ],
    [
      { what: "one effect", answer: (sync) => sync[1] - sync[0], says: /with accumulate\?/ },
      { what: "two nodes alone", answer: (sync, accumulate) => sync[1] - accumulate[1], says: /on one node, too/ },
      {
        what: "the wrong way round",
        answer: (sync, accumulate) => accumulate[1] - accumulate[0] - (sync[1] - sync[0]),
        says: /accumulate from sync/,
      },
      {
        what: "the main effect",
        answer: (sync, accumulate) => (sync[1] - sync[0] + accumulate[1] - accumulate[0]) / 2,
        says: /mean effect/,
      },
    ],
  );
});
