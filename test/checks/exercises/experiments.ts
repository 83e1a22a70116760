import { mean, sampleStandardDeviation, standardDeviation } from "simple-statistics";
import {
  checkFakedDifference,
  checkInteraction,
  checkInterval,
  checkRunsOfDesign,
  checkTimesTooNarrow,
} from "../../../lib/checks";
import { meanInterval } from "../../../lib/experiment/statistics";
import { exercise } from "../exercise";

const product = (values: number[]) => values.reduce((a, b) => a * b, 1);
const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
const around = (seconds: number[], reach: number) => ({ low: mean(seconds) - reach, high: mean(seconds) + reach });

export const experimentsExercises = [
  exercise({
    what: "the runs of a design",
    cell: "05-experiments/test-runs-of-design",
    check: checkRunsOfDesign,
    right: [
      (levels, replicates) => product(levels) * replicates,
      (levels, replicates) => {
        let runs = replicates;
        for (const each of levels) runs *= each;
        return runs;
      },
    ],
    wrong: [
      { what: "configurations", answer: (levels) => product(levels), says: /more than once/ },
      { what: "a sum", answer: (levels, replicates) => sum(levels) * replicates, says: /multiply/ },
      { what: "replicates added", answer: (levels, replicates) => product(levels) + replicates, says: /that often/ },
      { what: "nothing", answer: () => undefined as unknown as number, says: /is there a return/ },
    ],
  }),
  exercise({
    what: "a difference that a drift makes",
    cell: "05-experiments/test-faked-difference",
    check: checkFakedDifference,
    right: [
      (drift, first, second) => drift * (mean(second) - mean(first)),
      (drift, first, second) => mean(second.map((at) => at * drift)) - mean(first.map((at) => at * drift)),
    ],
    wrong: [
      { what: "the wrong way round", answer: (d, a, b) => d * (mean(a) - mean(b)), says: /from the second's/ },
      { what: "places alone", answer: (_, a, b) => mean(b) - mean(a), says: /adds the drift/ },
      { what: "sums", answer: (d, a, b) => d * (sum(b) - sum(a)), says: /Compare means|expected/ },
      { what: "first runs", answer: (d, a, b) => d * (b[0] - a[0]), says: /All runs count/ },
    ],
  }),
  exercise({
    what: "an interval",
    cell: "05-experiments/test-interval",
    check: checkInterval,
    right: [
      (seconds, t) => around(seconds, (t * sampleStandardDeviation(seconds)) / Math.sqrt(seconds.length)),
      (seconds) => meanInterval(seconds),
    ],
    wrong: [
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
  }),
  exercise({
    what: "how many times too narrow",
    cell: "05-experiments/test-times-too-narrow",
    check: checkTimesTooNarrow,
    right: [
      (runs, t, values, wrong) => t / Math.sqrt(runs) / (wrong / Math.sqrt(values)),
      (runs, t, values, wrong) => (t / wrong) * Math.sqrt(values / runs),
    ],
    wrong: [
      { what: "upside down", answer: (r, t, v, w) => ((w / t) * Math.sqrt(r)) / Math.sqrt(v), says: /on top/ },
      { what: "t alone", answer: (_, t, __, w) => t / w, says: /count is in/ },
      { what: "the count alone", answer: (r, _, v) => Math.sqrt(v / r), says: /t is another one/ },
      { what: "n for √n", answer: (r, t, v, w) => t / r / (w / v), says: /not by n/ },
    ],
  }),
  exercise({
    what: "an interaction",
    cell: "05-experiments/test-interaction",
    check: checkInteraction,
    right: [
      (sync, accumulate) => sync[1] - sync[0] - (accumulate[1] - accumulate[0]),
      (sync, accumulate) => sync[1] - accumulate[1] - (sync[0] - accumulate[0]),
    ],
    wrong: [
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
  }),
];
