import { mean, sampleStandardDeviation, standardDeviation } from "simple-statistics";
import {
  checkEffectF,
  checkInteraction,
  checkInterval,
  checkPairedDifference,
  checkTimesTooNarrow,
  type ModeRun,
} from "../../../lib/checks";
import { anova, compareIntervals, differences, meanInterval, standardErrors } from "../../../lib/experiment";
import { observed } from "../../experiment/statistics-fixture";
import { exercise } from "../exercise";

const around = (seconds: number[], reach: number) => ({ low: mean(seconds) - reach, high: mean(seconds) + reach });
const width = (values: number[], count = values.length) =>
  (standardErrors(count - 1) * sampleStandardDeviation(values)) / Math.sqrt(values.length);
const apart = (first: number[], second: number[]) => second.map((seconds, block) => seconds - first[block]);
const withMean = (center: number, reach: number) => ({ mean: center, low: center - reach, high: center + reach });
const squares = (values: number[], center: number) => values.reduce((sum, each) => sum + (each - center) ** 2, 0);
const columns = (table: number[][]) => table[0].map((_, block) => table.map((row) => row[block]));
/** Sums of squares of the rows, of the columns, and of all. */
const parts = (table: number[][]) => {
  const all = mean(table.flat());
  return {
    rows: table[0].length * squares(table.map(mean), all),
    blocks: table.length * squares(columns(table).map(mean), all),
    total: squares(table.flat(), all),
  };
};
const of = (runs: ModeRun[], mode: string, nodes: number) =>
  runs.filter((run) => run.mode === mode && run.nodes === nodes).map(({ seconds }) => seconds);
const effect = (runs: ModeRun[], mode: string) => mean(of(runs, mode, 2)) - mean(of(runs, mode, 1));

export const exercises = [
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
  exercise<(runs: number[][]) => number>({
    what: "how many times too narrow",
    cell: "05-experiments/test-times-too-narrow",
    check: checkTimesTooNarrow,
    right: [
      (runs) => width(runs.map(mean)) / width(runs.flat()),
      (runs) =>
        compareIntervals(
          runs.map((epochs) => observed({ nodes: 1 }, mean(epochs), [9, ...epochs])),
          0.99,
        )[0].timesTooNarrow,
    ],
    wrong: [
      { what: "upside down", answer: (runs) => width(runs.flat()) / width(runs.map(mean)), says: /the wider one/ },
      {
        what: "one t for both",
        answer: (runs) => width(runs.map(mean)) / width(runs.flat(), runs.length),
        says: /t for all its values/,
      },
      {
        what: "the count alone",
        answer: (runs) => Math.sqrt(runs.flat().length / runs.length),
        says: /compute both intervals/,
      },
      {
        what: "first epochs",
        answer: (runs) => width(runs.map(([first]) => first)) / width(runs.flat()),
        says: /the mean of its epochs/,
      },
    ],
  }),
  exercise({
    what: "a paired difference",
    cell: "05-experiments/test-paired-difference",
    check: checkPairedDifference,
    right: [
      (first, second) => meanInterval(apart(first, second)),
      (first, second) => {
        const runs = [first, second].flatMap((seconds, nodes) =>
          seconds.map((each, block) => ({ ...observed({ nodes: nodes + 1 }, each), replicate: block + 1 })),
        );
        return differences(runs, "nodes", [1, 2])[0].paired;
      },
    ],
    wrong: [
      {
        what: "blocks ignored (Welch)",
        answer: (first, second) => {
          const runs = [first, second].flatMap((seconds, nodes) =>
            seconds.map((each, block) => ({ ...observed({ nodes: nodes + 1 }, each), replicate: block + 1 })),
          );
          return differences(runs, "nodes", [1, 2])[0].unpaired;
        },
        says: /ignores the blocks/,
      },
      {
        what: "blocks ignored (equal variances)",
        answer: (first, second) => {
          const n = first.length;
          const variances = sampleStandardDeviation(first) ** 2 + sampleStandardDeviation(second) ** 2;
          return withMean(mean(second) - mean(first), standardErrors(2 * n - 2) * Math.sqrt(variances / n));
        },
        says: /ignores the blocks/,
      },
      {
        what: "the ends of both intervals",
        answer: (first, second) => withMean(mean(second) - mean(first), width(first) + width(second)),
        says: /do not tell how certain/,
      },
      {
        what: "the wrong way round",
        answer: (first, second) => meanInterval(apart(second, first)),
        says: /Subtract the first/,
      },
      {
        what: "t of all values",
        answer: (first, second) => withMean(mean(apart(first, second)), width(apart(first, second), 2 * first.length)),
        says: /as many differences as blocks/,
      },
      { what: "95 %", answer: (first, second) => meanInterval(apart(first, second), 0.95), says: /interval of 95 %/ },
    ],
  }),
  exercise<(runs: ModeRun[]) => number>({
    what: "an interaction",
    cell: "05-experiments/test-interaction",
    check: checkInteraction,
    right: [
      (runs) => effect(runs, "sync") - effect(runs, "accumulate"),
      (runs) => {
        const less = (nodes: number) => mean(of(runs, "sync", nodes)) - mean(of(runs, "accumulate", nodes));
        return less(2) - less(1);
      },
    ],
    wrong: [
      { what: "one effect", answer: (runs) => effect(runs, "sync"), says: /with accumulate\?/ },
      {
        what: "two nodes alone",
        answer: (runs) => mean(of(runs, "sync", 2)) - mean(of(runs, "accumulate", 2)),
        says: /on one node, too/,
      },
      {
        what: "the wrong way round",
        answer: (runs) => effect(runs, "accumulate") - effect(runs, "sync"),
        says: /Subtract the effect with accumulate/,
      },
      {
        what: "the main effect",
        answer: (runs) => (effect(runs, "sync") + effect(runs, "accumulate")) / 2,
        says: /mean effect/,
      },
      {
        what: "the first run of each",
        answer: (runs) => {
          const first = (mode: string, nodes: number) => of(runs, mode, nodes)[0];
          return first("sync", 2) - first("sync", 1) - (first("accumulate", 2) - first("accumulate", 1));
        },
      },
    ],
  }),
  exercise<(table: number[][], withBlocks: boolean) => number>({
    what: "F with blocks and without",
    cell: "05-experiments/test-effect-f",
    check: checkEffectF,
    right: [
      (table, blocks) => {
        const runs = table.flatMap((row, batch) =>
          row.map((seconds, block) => ({ ...observed({ batch }, seconds), replicate: block + 1 })),
        );
        return anova(runs, ["batch"], { blocks }).rows.find(({ term }) => term === "batch")!.F;
      },
      (table, withBlocks) => {
        const [rows, blocks] = [table.length, table[0].length];
        const all = mean(table.flat());
        const residuals = table.flatMap((row) =>
          row.map((value, block) => value - mean(row) - (withBlocks ? mean(columns(table)[block]) - all : 0)),
        );
        const left = withBlocks ? (rows - 1) * (blocks - 1) : rows * (blocks - 1);
        return parts(table).rows / (rows - 1) / (squares(residuals, 0) / left);
      },
    ],
    wrong: [
      {
        what: "blocks that cost nothing",
        answer: (table, withBlocks) => {
          const { rows, blocks, total } = parts(table);
          const left = table.length * (table[0].length - 1);
          return rows / (table.length - 1) / ((total - rows - (withBlocks ? blocks : 0)) / left);
        },
        says: /take degrees of freedom/,
      },
      {
        what: "never blocks",
        answer: (table) => {
          const { rows, total } = parts(table);
          return rows / (table.length - 1) / ((total - rows) / (table.length * (table[0].length - 1)));
        },
        says: /Take out what the blocks explain/,
      },
      {
        what: "no degrees of freedom",
        answer: (table, withBlocks) => {
          const { rows, blocks, total } = parts(table);
          return rows / (total - rows - (withBlocks ? blocks : 0));
        },
        says: /by its degrees of freedom/,
      },
      {
        what: "all of the variation below",
        answer: (table) => parts(table).rows / (table.length - 1) / (parts(table).total / (table.flat().length - 1)),
        says: /do not explain/,
      },
    ],
  }),
];
