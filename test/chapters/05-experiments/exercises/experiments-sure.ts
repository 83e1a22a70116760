import { mean, sampleStandardDeviation, standardDeviation } from "simple-statistics";
import {
  checkInterval,
  checkPairedDifference,
  checkTimesTooNarrow,
} from "../../../../solutions/05-experiments/exercises/experiments-sure";
import {
  checkEffectF,
  checkInteraction,
  type ModeRun,
} from "../../../../solutions/05-experiments/exercises/experiments-effects";
import { anova, compareIntervals, differences, meanInterval } from "../../../../lib/experiment";
import { observed } from "../../../experiment/statistics-fixture";
import { exercise } from "../../../checks/exercise";

/** Runs of some configurations (rows), block by block (columns). */
const blockwise = (table: number[][]) =>
  table.flatMap((row, nodes) =>
    row.map((seconds, block) => ({ ...observed({ nodes }, seconds), replicate: block + 1 })),
  );
const analysed = (table: number[][], blocks: boolean) => {
  const { rows, residual } = anova(blockwise(table), ["nodes"], { blocks });
  return { effect: rows.find(({ term }) => term === "nodes")!, residual };
};
/** By how much longer sync takes. */
const longer = (runs: ModeRun[], nodes: number, value = mean) => {
  const of = (mode: string) => runs.filter((run) => run.mode === mode && run.nodes === nodes);
  const [sync, accumulate] = ["sync", "accumulate"].map((mode) => value(of(mode).map(({ seconds }) => seconds)));
  return sync - accumulate;
};

export const exercises = [
  exercise({
    cell: "05-experiments/test-interval",
    check: checkInterval,
    right: (seconds) => meanInterval(seconds),
    wrong: {
      what: "n in the standard deviation",
      answer: (seconds, t) => {
        const reach = (t * standardDeviation(seconds)) / Math.sqrt(seconds.length);
        return { low: mean(seconds) - reach, high: mean(seconds) + reach };
      },
      says: /n - 1/,
    },
  }),
  exercise<(runs: number[][]) => number>({
    cell: "05-experiments/test-times-too-narrow",
    check: checkTimesTooNarrow,
    right: (runs) => {
      const observations = runs.map((epochs) => observed({ nodes: 1 }, mean(epochs), [9, ...epochs]));
      return compareIntervals(observations, 0.99)[0].timesTooNarrow;
    },
    wrong: {
      what: "one t for both, which cancels out",
      answer: (runs) => {
        const [right, wrong] = [runs.map(mean), runs.flat()];
        const errors = [right, wrong].map((values) => sampleStandardDeviation(values) / Math.sqrt(values.length));
        return errors[0] / errors[1];
      },
      says: /t for all its values/,
    },
  }),
  exercise({
    cell: "05-experiments/test-paired-difference",
    check: checkPairedDifference,
    right: (...pair) => differences(blockwise(pair), "nodes", [0, 1])[0].paired,
    wrong: {
      what: "blocks ignored (Welch)",
      answer: (...pair) => differences(blockwise(pair), "nodes", [0, 1])[0].unpaired,
      says: /ignores the blocks/,
    },
  }),
  exercise<(runs: ModeRun[]) => number>({
    cell: "05-experiments/test-interaction",
    check: checkInteraction,
    right: (runs) => longer(runs, 2) - longer(runs, 1),
    wrong: [
      { what: "two nodes alone", answer: (runs) => longer(runs, 2), says: /on one node, too/ },
      {
        what: "the first run of each",
        answer: (runs) => longer(runs, 2, ([first]) => first) - longer(runs, 1, ([first]) => first),
      },
    ],
  }),
  exercise<(table: number[][], withBlocks: boolean) => number>({
    cell: "05-experiments/test-effect-f",
    check: checkEffectF,
    right: (table, withBlocks) => analysed(table, withBlocks).effect.F,
    wrong: {
      what: "blocks that cost nothing",
      answer: (table, withBlocks) => {
        const { effect, residual } = analysed(table, withBlocks);
        return effect.meanSquare / (residual.sumOfSquares / (table.length * (table[0].length - 1)));
      },
      says: /take degrees of freedom/,
    },
  }),
];
