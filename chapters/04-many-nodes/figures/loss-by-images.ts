import type { Data } from "plotly.js-dist";
import { mean } from "simple-statistics";
import type { RunRecord } from "../../../lib/runs/record";
import type { Figure } from "../../../lib/plots/figure";
import { axis, figure, heightOf, seriesStyle } from "../../../lib/plots/theme";
import { scatter } from "../../../lib/plots/traces";

/** A run with its name in the figure. */
interface NamedRun {
  name: string;
  run: RunRecord;
}

/** The loss of each step, with the images and updates until then. */
interface LossCurve {
  /** Images seen by the end of a step. */
  images: number[];
  /** Updates of the weights before a step. */
  updates: number[];
  /** Mean over the step's batch, before its update. */
  loss: number[];
}

/** All steps of a run, in order. */
export function lossCurve({ epochs, configuration: { syncEvery = 1 } }: RunRecord): LossCurve {
  const curve: LossCurve = { images: [], updates: [], loss: [] };
  let [images, updates] = [0, 0];
  for (const { steps } of epochs) {
    steps.images.forEach((count, step) => {
      images += count;
      curve.images.push(images);
      curve.updates.push(updates);
      curve.loss.push(steps.loss[step]);
      if ((step + 1) % syncEvery === 0 || step === steps.images.length - 1) updates++;
    });
  }
  return curve;
}

/**
 * Training loss of several runs, against the images seen (the cost) and against the updates made (the learning). Thin lines
 * are steps, thick lines their moving mean.
 * @throws one line when there is no run.
 */
export function lossByImagesFigure(runs: NamedRun[]): Figure {
  if (runs.length === 0) throw new Error("This figure needs runs, and there are none: train one.");
  return figure("Loss: by images seen, and by updates made", runs.flatMap(tracesOf), {
    height: heightOf(330),
    showlegend: runs.length > 1,
    xaxis: axis("Images seen", undefined, { domain: [0, 0.48], rangemode: "tozero" }),
    yaxis: axis("Loss", undefined, { rangemode: "tozero" }),
    xaxis2: axis("Updates", undefined, { domain: [0.54, 1], anchor: "y2", rangemode: "tozero" }),
    yaxis2: axis("", undefined, { anchor: "x2", matches: "y", showticklabels: false }),
  });
}

function tracesOf({ name, run }: NamedRun, index: number): Data[] {
  const { images, updates, loss } = lossCurve(run);
  const { colour, dash } = seriesStyle(index);
  // Steps between two updates share their weights: one mean loss stands for them.
  const updateNumbers = [...new Set(updates)];
  const byUpdate = updateNumbers.map((update) => mean(loss.filter((_, step) => updates[step] === update)));
  const panels = [
    { x: images, y: loss, xaxis: "x", yaxis: "y" },
    { x: updateNumbers, y: byUpdate, xaxis: "x2", yaxis: "y2" },
  ] as const;
  return panels.flatMap(({ x, y, xaxis, yaxis }, panel): Data[] => {
    const shared = { ...scatter("lines", name, name), xaxis, yaxis };
    const line = { color: colour, width: 1 };
    return [
      { ...shared, x: [...x], y: [...y], line, opacity: 0.35, showlegend: false, hoverinfo: "skip" },
      {
        ...shared,
        x: [...x],
        y: centredMean(y, Math.round(y.length / 16)),
        line: { color: colour, width: 2.5, dash },
        showlegend: panel === 0,
        hovertemplate: "%{y:.3f}",
      },
    ];
  });
}

/** The mean of each value and the `reach` values before and after it, or fewer near the ends. */
function centredMean(values: readonly number[], reach: number): number[] {
  return values.map((_, index) => {
    const room = Math.min(reach, index, values.length - 1 - index);
    return mean(values.slice(index - room, index + room + 1));
  });
}
