import type { Data, Layout } from "plotly.js-dist";
import type { Figure } from "../figure";
import { axis, figure, ink, seriesStyle } from "../theme";
import { lineAcross, scatter, textAnnotation } from "../traces";

/** The loss and accuracy of one run. */
export interface LearningCurve {
  run: string;
  /** The mean loss of each step's batch. */
  loss: number[];
  /** The share of each step's batch that was classified correctly, 0 to 1. */
  accuracy: number[];
  /** Results on the test set, each after `step` steps. */
  validation?: { step: number; loss: number; accuracy: number }[];
}

/**
 * Loss by step, with accuracy below. Thin lines are the steps, thick lines their moving mean, markers the test set.
 * @param options `chance`: the accuracy of guessing, 1 / classes, drawn as a line.
 */
export function learningFigure(runs: LearningCurve[], options: { chance?: number } = {}): Figure {
  const { chance } = options;
  return figure("Loss and accuracy", runs.flatMap(tracesOf), {
    height: 620,
    grid: { rows: 2, columns: 1, pattern: "independent" },
    xaxis: axis("", undefined, { matches: "x2", showticklabels: false, domain: [0, 1] }),
    yaxis: axis("Loss", undefined, { domain: [0.54, 1], rangemode: "tozero" }),
    xaxis2: axis("Step", undefined, { anchor: "y2" }),
    yaxis2: axis("Accuracy", "%", { domain: [0, 0.46], rangemode: "tozero", anchor: "x2" }),
    ...(chance !== undefined && guessingAt(100 * chance)),
  });
}

/** The accuracy of guessing, in its panel. */
function guessingAt(percent: number): Partial<Layout> {
  const place = { xref: "paper", yref: "y2", x: 1, xanchor: "right", y: percent, yanchor: "top" } as const;
  return {
    shapes: [{ ...lineAcross(percent, { color: ink, width: 1.5, dash: "dot" }), yref: "y2" }],
    annotations: [textAnnotation("guessing", { ...place, font: { size: 13 } })],
  };
}

function tracesOf({ run, loss, accuracy, validation = [] }: LearningCurve, index: number): Data[] {
  const percent = accuracy.map((share) => share * 100);
  return [
    ...panel(run, index, "y", loss, "%{y:.4f}", true),
    ...panel(run, index, "y2", percent, "%{y:.1f} %", false),
    ...validationPanel(run, index, "y", validation, (point) => point.loss),
    ...validationPanel(run, index, "y2", validation, (point) => 100 * point.accuracy),
  ];
}

function panel(
  run: string,
  index: number,
  yaxis: "y" | "y2",
  values: number[],
  hover: string,
  legend: boolean,
): Data[] {
  const { colour, dash } = seriesStyle(index);
  const shared = {
    ...scatter("lines", run, run),
    x: values.map((_, step) => step + 1),
    xaxis: yaxis === "y" ? ("x" as const) : ("x2" as const),
    yaxis,
    hovertemplate: `step %{x}: ${hover}`,
  };
  const width = Math.max(1, Math.round(values.length / 25));
  return [
    { ...shared, y: values, line: { color: colour, width: 1 }, opacity: 0.4, showlegend: false },
    {
      ...shared,
      y: movingMean(values, width),
      line: { color: colour, width: 2.5, dash },
      showlegend: legend,
      hoverinfo: "skip",
    },
  ];
}

type Validation = NonNullable<LearningCurve["validation"]>[number];

function validationPanel(
  run: string,
  index: number,
  yaxis: "y" | "y2",
  points: Validation[],
  valueOf: (validation: Validation) => number,
): Data[] {
  if (points.length === 0) return [];
  const { colour, symbol } = seriesStyle(index);
  return [
    {
      ...scatter("markers", `${run}, test set`, run),
      x: points.map(({ step }) => step),
      y: points.map(valueOf),
      xaxis: yaxis === "y" ? "x" : "x2",
      yaxis,
      marker: { symbol, size: 11, color: colour, line: { color: ink, width: 1.5 } },
      showlegend: yaxis === "y",
    },
  ];
}

/** The mean of each value and the `width - 1` before it. */
function movingMean(values: number[], width: number): number[] {
  let sum = 0;
  return values.map((value, step) => {
    sum += value - (step >= width ? values[step - width] : 0);
    return sum / Math.min(step + 1, width);
  });
}
