import { mean, sampleStandardDeviation, standardDeviation } from "simple-statistics";
import {
  checkCoverage,
  checkPairedDifference,
  checkTimesTooNarrow,
} from "../../../../solutions/05-experiments/exercises/experiments-sure";
import {
  checkEffectF,
  checkInteraction,
  type ModeRun,
} from "../../../../solutions/05-experiments/exercises/experiments-effects";
import { differences } from "../../../../chapters/05-experiments/differences";
import { anova, compareIntervals } from "../../../../lib/experiment";
import { observed } from "../../../experiment/statistics-fixture";
import { exercise, guess, slip } from "../../../checks/exercise";

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
  exercise("05-experiments/test-coverage", checkCoverage, {
    right: (experiments, truth, factor) => {
      const t = (seconds: number[]) => (mean(seconds) - truth) / sampleStandardDeviation(seconds);
      const held = experiments.map((seconds) => t(seconds) ** 2 * seconds.length <= factor ** 2);
      return mean(held.map(Number));
    },
    wrong: [
      slip("n in the standard deviation", /n - 1/, (experiments, truth, factor) => {
        const reach = (seconds: number[]) => (factor * standardDeviation(seconds)) / Math.sqrt(seconds.length);
        return mean(experiments.map((seconds) => Number(Math.abs(mean(seconds) - truth) <= reach(seconds))));
      }),
      guess("the upper ends alone", (experiments, truth, factor) => {
        const reach = (seconds: number[]) => (factor * sampleStandardDeviation(seconds)) / Math.sqrt(seconds.length);
        return mean(experiments.map((seconds) => Number(mean(seconds) + reach(seconds) >= truth)));
      }),
    ],
  }),
  exercise("05-experiments/test-times-too-narrow", checkTimesTooNarrow, {
    right: (runs) => {
      const observations = runs.map((epochs) => observed({ nodes: 1 }, mean(epochs), [9, ...epochs]));
      return compareIntervals(observations, 0.99)[0].timesTooNarrow;
    },
    wrong: slip("one t for both, which cancels out", /t for all its values/, (runs) => {
      const [right, wrong] = [runs.map(mean), runs.flat()];
      const errors = [right, wrong].map((values) => sampleStandardDeviation(values) / Math.sqrt(values.length));
      return errors[0] / errors[1];
    }),
  }),
  exercise("05-experiments/test-paired-difference", checkPairedDifference, {
    right: (...pair) => differences(blockwise(pair), "nodes", [0, 1])[0].paired,
    wrong: slip(
      "blocks ignored (Welch)",
      /ignores the blocks/,
      (...pair) => differences(blockwise(pair), "nodes", [0, 1])[0].unpaired,
    ),
  }),
  exercise("05-experiments/test-interaction", checkInteraction, {
    right: (runs) => longer(runs, 2) - longer(runs, 1),
    wrong: [
      slip("two nodes alone", /on one node, too/, (runs) => longer(runs, 2)),
      guess(
        "the first run of each",
        (runs) => longer(runs, 2, ([first]) => first) - longer(runs, 1, ([first]) => first),
      ),
    ],
  }),
  exercise("05-experiments/test-effect-f", checkEffectF, {
    right: (table, withBlocks) => analysed(table, withBlocks).effect.F,
    wrong: slip("blocks that cost nothing", /take degrees of freedom/, (table, withBlocks) => {
      const { effect, residual } = analysed(table, withBlocks);
      return effect.meanSquare / (residual.sumOfSquares / (table.length * (table[0].length - 1)));
    }),
  }),
];
