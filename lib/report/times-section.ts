import { interactionFigure, intervalsFigure, meansFigure, runOrderFigure } from "../plots";
import { anova, anovaRows, cellIntervals, compareIntervals, intervalRows } from "../experiment/statistics";
import { orWhy, note, paragraph, pictureOrWhy, table, type Section } from "./html";
import { apart, completed, inDesignOrder, inWords, varied, type Material } from "./material";

/** Means of all configurations, with their intervals. */
export function timesSection(material: Material): Section {
  const measured = inDesignOrder(material.results);
  const all = completed(measured);
  const parts = apart(all, material.results.outOfMemory).flatMap(({ label, observations, outOfMemory }) => [
    pictureOrWhy("Means by nodes", () => meansFigure(observations, { by: "nodes", label, outOfMemory })),
    ...(varied(observations).includes("batch")
      ? [pictureOrWhy("Means by batch", () => meansFigure(observations, { by: "batch", label, outOfMemory }))]
      : []),
  ]);
  const cells = cellIntervals(measured);
  const single = cells.filter(({ interval }) => interval === undefined).length;
  const alone = `${single} of ${cells.length} configurations have one run, and one run has no interval: it does not say how much times change from run to run.`;
  return {
    id: "times",
    title: "Times and their intervals",
    parts: [
      paragraph(
        "Means over replicates with 99 % confidence intervals by Student's t. A run is one observation, however many epochs it has.",
      ),
      ...(all.length === 0 ? [note("No run has completed yet.")] : []),
      ...(single > 0 ? [note(alone)] : []),
      ...parts,
      ...(cells.length > 0
        ? [table(intervalRows(cells), "Seconds of each configuration, 99 % intervals", { sorts: true })]
        : []),
      all.length === 0
        ? ""
        : pictureOrWhy("Times in the order of the runs", () =>
            runOrderFigure(completed(material.results.observations)),
          ),
    ],
  };
}

/** Which factors matter, and which depend on each other. */
export function effectsSection(material: Material): Section {
  const measured = inDesignOrder(material.results);
  const all = completed(measured);
  const { factors: planned } = material.results.design;
  const factors = varied(all);
  const pairs = factors.flatMap((a, at) => factors.slice(at + 1).map((b): [string, string] => [a, b]));
  return {
    id: "effects",
    title: "Effects and interactions",
    parts: [
      orWhy("Analysis of variance", () =>
        table(
          anovaRows(
            anova(
              measured,
              planned.map(({ name }) => name),
            ),
          ),
          "Analysis of variance, sums of squares of type II; the residual holds interactions of three factors and more",
        ),
      ),
      ...(pairs.length === 0 ? [note("Interactions: fewer than two factors vary among the completed runs.")] : []),
      // Fewer levels stand for lines, more along the axis.
      ...pairs.map(([a, b]) =>
        pictureOrWhy(`Interaction of ${a} and ${b}`, () => interactionFigure(all, ...axisFirst(a, b))),
      ),
    ],
  };
}

/** Nodes, else batch, along the axis. */
function axisFirst(a: string, b: string): [string, string] {
  const order = ["nodes", "batch"];
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return place(b) < place(a) ? [b, a] : [a, b];
}

/** What becomes of intervals where epochs are taken for replicates. */
export function intervalsSection(material: Material): Section {
  return {
    id: "intervals",
    title: "The right interval and the wrong one",
    parts: [
      paragraph(
        "Right: over replicates, one value a run. Wrong: over all epochs of all runs, as if each were a run of its own. " +
          "Epochs of one run share whatever that run met, so they lie closer together than runs do. Both are of seconds of one epoch.",
      ),
      orWhy("Intervals", () => {
        const rows = compareIntervals(inDesignOrder(material.results));
        if (rows.length === 0) return note("Intervals: no configuration has two runs yet.");
        return [
          pictureOrWhy("Intervals", () => intervalsFigure(rows)),
          table(
            rows.map(({ levels, overReplicates, overEpochs, timesTooNarrow, timesByCount }) => ({
              configuration: inWords(levels),
              runs: overReplicates.count,
              "mean, s": overReplicates.mean,
              "right: from": overReplicates.low,
              "right: to": overReplicates.high,
              epochs: overEpochs.count,
              "wrong: from": overEpochs.low,
              "wrong: to": overEpochs.high,
              "times too narrow": timesTooNarrow,
              "by the count alone": timesByCount,
            })),
            "99 % intervals of the seconds of an epoch",
            { sorts: true },
          ),
        ];
      }),
    ],
  };
}
