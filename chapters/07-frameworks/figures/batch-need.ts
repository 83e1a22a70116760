import type { Figure } from "../../../lib/plots/figure";
import {
  axis,
  ideal,
  heightOf,
  logAxis,
  pointMarker,
  seriesStyle,
  shortNumber,
  notedFigure,
} from "../../../lib/plots/theme";
import { scatter } from "../../../lib/plots/traces";

/** What trainings with one batch size need, a number for each replicate. */
export interface MeasuredNeed {
  /** How the learning rate follows from the batch: `in proportion`. */
  rule: string;
  /** Images of a step. */
  batch: number;
  /** Updates until the accuracy; those that did not reach it are left out. */
  updates: readonly number[];
}

/**
 * Updates to an accuracy by batch size, on logarithmic axes. The grey line is the ideal: a batch twice as large needs half of the updates.
 * @throws one line when no training reaches the accuracy.
 */
export function batchNeedFigure(needs: readonly MeasuredNeed[], target: number, note = ""): Figure {
  const points = needs.flatMap(({ rule, batch, updates }) =>
    updates.filter(Number.isFinite).map((each) => ({ rule, batch, updates: each })),
  );
  if (points.length === 0) throw new Error("No training reaches the accuracy: train for more epochs, or ask for less.");
  const rules = [...new Set(points.map(({ rule }) => rule))];
  const batches = [...new Set(points.map(({ batch }) => batch))].sort((a, b) => a - b);
  const ofSmallest = points.filter(({ batch }) => batch === batches[0]).map(({ updates }) => updates);
  const start = ofSmallest.reduce((sum, each) => sum + each, 0) / ofSmallest.length;
  const halving = batches.map((batch) => (start * batches[0]) / batch);
  const left = needs.flatMap(({ updates }) => updates).length - points.length;
  const entries = ["ideal: equally many images", ...rules];
  return notedFigure(
    `Updates until ${Math.round(100 * target)} % of an epoch’s images are right`,
    [note, left > 0 ? `${left} did not reach it` : ""].filter(Boolean).join("; "),
    [
      ideal(entries[0], batches, halving),
      ...rules.map((rule, index) => {
        const those = points.filter((point) => point.rule === rule);
        return {
          ...scatter("markers", rule),
          x: those.map(({ batch }) => batch * 1.1 ** (index - (rules.length - 1) / 2)),
          y: those.map(({ updates }) => updates),
          marker: { ...pointMarker(seriesStyle(index)), size: 11 },
          hovertemplate: "%{y:.0f} updates",
        };
      }),
    ],
    {
      height: heightOf(330),
      showlegend: true,
      xaxis: { ...logAxis("", "", batches), ...axis("Images in a step"), tickvals: batches, ticktext: batches.map(shortNumber) },
      yaxis: { ...logAxis("", "", [...points.map(({ updates }) => updates), ...halving]), ...axis("Updates") },
    },
  );
} // prettier-ignore
