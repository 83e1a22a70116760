import { levelsInWords } from "../experiment/design";
import { anova, anovaRows, cellIntervals, compareIntervals, intervalRows } from "../experiment/statistics";
import { interactionFigure, intervalsFigure, meansFigure, runOrderFigure } from "../plots";
import { notice, partOrReason, paragraph, picture, table, type Section } from "./html";
import { groupedByOtherFactors, variedFactors, withOurLevels, type Material } from "./material";

/** The means of all configurations, with their intervals. */
export function timesSection({ results, measured, studied }: Material): Section {
  const cells = cellIntervals(measured);
  const single = cells.filter(({ interval }) => interval === undefined).length;
  return [
    "Times and their intervals",
    paragraph(
      "Means over replicates with 99 % confidence intervals by Student's t. A run is one observation, however many epochs it has.",
    ),
    studied.length === 0 && notice("No run has completed yet."),
    single > 0 &&
      notice(
        `${single} of ${cells.length} configurations have one run, and one run has no interval: it does not say how much times change from run to run.`,
      ),
    groupedByOtherFactors(studied, results.outOfMemory).map(({ levels, observations, outOfMemory }) => {
      const means = (by: "nodes" | "batch") =>
        picture(`Means by ${by}`, () => meansFigure(observations, { by, label: levelsInWords(levels), outOfMemory }));
      return [means("nodes"), variedFactors(observations).includes("batch") && means("batch")];
    }),
    studied.length > 0 && [
      table(intervalRows(cells), "Seconds of each configuration, 99 % intervals"),
      picture("Times in the order of the runs", () => runOrderFigure(withOurLevels(results.observations))),
    ],
  ];
}

/** The factors' effects and interactions. */
export function effectsSection({ results, measured, studied }: Material): Section {
  // The first factor of a pair is on the axis: that should be the one with more levels, nodes or batch.
  const factors = [...new Set(["nodes", "batch", ...variedFactors(studied)])].filter((name) =>
    variedFactors(studied).includes(name),
  );
  const pairs = factors.flatMap((a, at) => factors.slice(at + 1).map((b) => [a, b] as const));
  return [
    "Effects and interactions",
    partOrReason("Analysis of variance", () => {
      const names = results.design.factors.map(({ name }) => name);
      const caption =
        "Analysis of variance, sums of squares of type II; the residual holds interactions of three factors and more";
      return table(anovaRows(anova(measured, names)), caption);
    }),
    pairs.length === 0 && notice("Interactions: fewer than two factors vary among the completed runs."),
    pairs.map(([a, b]) => picture(`Interaction of ${a} and ${b}`, () => interactionFigure(studied, a, b))),
  ];
}

/** Intervals over replicates, and the wrong ones that treat epochs as replicates. */
export function intervalsSection({ measured }: Material): Section {
  return [
    "The right interval and the wrong one",
    paragraph(
      "Right: over replicates, one value a run. Wrong: over all epochs of all runs, as if each were a run of its own. " +
        "Epochs of one run share whatever that run met, so they lie closer together than runs do. Both are of seconds of one epoch.",
    ),
    partOrReason("Intervals", () => {
      const comparisons = compareIntervals(measured);
      if (comparisons.length === 0) return notice("Intervals: no configuration has two runs yet.");
      const rows = comparisons.map(({ levels, overReplicates, overEpochs, timesTooNarrow, timesByCount }) => ({
        configuration: levelsInWords(levels),
        runs: overReplicates.count,
        "mean, s": overReplicates.mean,
        "right: from": overReplicates.low,
        "right: to": overReplicates.high,
        epochs: overEpochs.count,
        "wrong: from": overEpochs.low,
        "wrong: to": overEpochs.high,
        "times too narrow": timesTooNarrow,
        "by the count alone": timesByCount,
      }));
      return [
        picture("Intervals", () => intervalsFigure(comparisons)),
        table(rows, "99 % intervals of the seconds of an epoch"),
      ];
    }),
  ];
}
