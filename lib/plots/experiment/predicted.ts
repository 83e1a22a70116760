import type { LayoutAxis } from "plotly.js";
import { median } from "simple-statistics";
import type { Observation } from "../../experiment/observations";
import type { LeftOutRow } from "../../experiment/predict";
import { levelsText, percent, remarks } from "./text";
import type { Figure } from "../figure";
import { nameOnce, panelFigure, panelsOf, type Panel } from "../panels";
import { axis, ideal, ink, logAxis, pointMarker, seriesStyle } from "../theme";
import { errorBars, type Trace } from "../traces";

/** What was measured of a configuration that was left out of the fit, and what the fit says of it. */
export type PredictedRow = Pick<LeftOutRow, "levels" | "measured" | "predicted" | "low" | "high" | "why">;

/** What else to show. */
export interface PredictedFigureOptions {
  /** Runs that the fit has seen, in small: that it comes near them says little. A `CostFit` is one. */
  seen?: { observations: readonly Observation[]; fitted: readonly number[] };
  /** Where the runs are from; stands below the title. */
  label?: string;
}

/** A configuration as it is drawn. */
interface Point {
  /** What is hovered, and what its series is named. */
  text: string;
  series: string;
  measured: number;
  predicted: number;
  low?: number;
  high?: number;
}

/** Errors up to this share are within the grey band. */
const band = 0.05;
/** From this ratio of the largest to the least on, the axes of times are logarithmic. */
const logarithmicFrom = 10;

/**
 * Predictions of configurations that were left out of the fit, with their intervals: on the left against what was
 * measured, beside the line on which both are equal and a band of 5 % around it; on the right their errors. A series for
 * each model and mode. Times that are 10 times apart or more stand on logarithmic axes.
 * @throws one line when there is no row with a prediction.
 */
export function predictedFigure(rows: readonly PredictedRow[], options: PredictedFigureOptions = {}): Figure {
  const points = rows.flatMap(pointOf);
  if (points.length === 0) {
    const why = rows.find((row) => row.why !== undefined)?.why;
    throw new Error(
      `This figure needs predictions of runs that were left out, and there are none${why ? `: ${why}` : "."}`,
    );
  }
  const seen = options.seen ? seenPoints(options.seen) : [];
  const all = [...points, ...seen];
  const [times, errors] = panelsOf({ rows: 1, columns: ["times", "errors"] });
  const series = [...new Set(points.map((point) => point.series))];
  const ofSeries = (name: string): Point[] => points.filter((point) => point.series === name);
  const span = spanOf(all);
  const traces = nameOnce([
    ...bandsOf(span, times, errors),
    ...[
      { panel: times, of: (point: Point) => point.predicted },
      { panel: errors, of: errorOf },
    ].flatMap(({ panel, of }) => [
      ...(seen.length === 0 ? [] : [seenTrace(seen, of, panel)]),
      ...series.map((name, at) => seriesTrace(ofSeries(name), at, of, panel)),
    ]),
  ]);
  const reach = errorReach(points);
  return panelFigure(titleOf(points), noteOf(rows, points, options.label), traces, {
    rows: 1,
    height: 340,
    columns: ["Time", "Error"],
    gap: { columns: 0.13 },
    x: () => timeAxis("Measured", span),
    y: ({ column }) =>
      column === 0 ? timeAxis("Predicted", span) : axis("Predicted beyond measured", "%", { range: [-reach, reach] }),
  });
}

function pointOf({ levels, measured, predicted, low, high }: PredictedRow): Point[] {
  if (predicted === undefined) return [];
  return [{ text: levelsText(levels), series: seriesName(levels), measured, predicted, low, high }];
}

/** The model and the mode, or all levels where a design has neither. */
function seriesName(levels: PredictedRow["levels"]): string {
  const factors = ["model", "mode"].filter((factor) => levels[factor] !== undefined);
  return factors.length > 0 ? levelsText(levels, factors) : "left out";
}

function seenPoints({ observations, fitted }: NonNullable<PredictedFigureOptions["seen"]>): Point[] {
  return observations.map(({ levels, seconds }, at) => ({
    text: levelsText(levels),
    series: "seen",
    measured: seconds,
    predicted: fitted[at],
  }));
}

/** In percent of what was measured. */
function errorOf({ measured, predicted }: Pick<Point, "measured" | "predicted">): number {
  return 100 * (predicted / measured - 1);
}

/** What the axes of times show. */
function spanOf(all: Point[]): { from: number; to: number; log: boolean } {
  const times = all.flatMap(({ measured, predicted }) => [measured, predicted]).filter((seconds) => seconds > 0);
  const [least, most] = [Math.min(...times), Math.max(...times)];
  const log = most / least >= logarithmicFrom;
  return { from: log ? least / 1.4 : 0, to: log ? 1.4 * most : 1.12 * most, log };
}

function timeAxis(quantity: string, { from, to, log }: ReturnType<typeof spanOf>): Partial<LayoutAxis> {
  if (!log) return axis(quantity, "s", { range: [from, to], tickformat: ",", nticks: 6 });
  return { ...logAxis(quantity, "s, logarithmic", [from, to]), range: [Math.log10(from), Math.log10(to)] };
}

function bandsOf({ from, to }: { from: number; to: number }, times: Panel, errors: Panel): Trace[] {
  const shared = {
    type: "scatter",
    mode: "lines",
    fill: "toself",
    fillcolor: "rgba(0,0,0,0.1)",
    line: { width: 0, color: "#888888" },
    hoverinfo: "skip",
    name: "within ±5 %",
    legendgroup: "band",
  } as const;
  const ends = [from, to, to, from];
  const line = { ...ideal("as measured", [from, to], [from, to]), legendgroup: "ideal" };
  return [
    { ...shared, ...times.axes, x: ends, y: ends.map((end, at) => end * (at < 2 ? 1 - band : 1 + band)) },
    { ...shared, ...errors.axes, x: ends, y: ends.map((_, at) => 100 * (at < 2 ? -band : band)) },
    { ...line, ...times.axes },
    { ...line, ...errors.axes, y: [0, 0] },
  ];
}

function seriesTrace(points: Point[], at: number, of: (point: Point) => number, { axes }: Panel): Trace {
  const style = seriesStyle(at);
  const reachOf = (point: Point, end: "low" | "high"): number =>
    Math.abs(of({ ...point, predicted: point[end] ?? point.predicted }) - of(point));
  return {
    ...axes,
    type: "scatter",
    mode: "markers",
    name: points[0].series,
    legendgroup: points[0].series,
    x: points.map(({ measured }) => measured),
    y: points.map(of),
    marker: { ...pointMarker(style), size: 10 },
    error_y: errorBars(
      points.map((point) => reachOf(point, "high")),
      points.map((point) => reachOf(point, "low")),
      style.colour,
      1.8,
    ),
    hovertext: points.map((point) => `${point.text}: ${percent(errorOf(point) / 100)}`),
    hovertemplate: "%{hovertext}, measured %{x:,.5~g} s<extra></extra>",
  };
}

function seenTrace(points: Point[], of: (point: Point) => number, { axes }: Panel): Trace {
  return {
    ...axes,
    type: "scatter",
    mode: "markers",
    name: "seen by the fit",
    legendgroup: "seen",
    x: points.map(({ measured }) => measured),
    y: points.map(of),
    marker: { symbol: "circle-open", size: 5, color: "#666666", line: { color: ink, width: 1 } },
    hovertext: points.map(({ text }) => text),
    hovertemplate: "%{hovertext}: seen by the fit<extra></extra>",
  };
}

/** How far the axis of errors goes to either side, in percent: intervals may leave it, points not. */
function errorReach(points: Point[]): number {
  const worst = Math.max(100 * band, ...points.map((point) => Math.abs(errorOf(point))));
  const ends = points.flatMap(({ measured, low, high }) =>
    [low, high].map((end) => (end === undefined ? 0 : Math.abs(errorOf({ measured, predicted: end })))),
  );
  return 1.15 * Math.max(worst, Math.min(2.5 * worst, Math.max(...ends)));
}

function titleOf(points: Point[]): string {
  const errors = points.map((point) => Math.abs(errorOf(point)) / 100);
  if (points.length === 1) return `Left out and predicted: ${points[0].text}, error ${percent(errors[0])}`;
  return `Left out and predicted: median error ${percent(median(errors))}, worst ${percent(Math.max(...errors))}`;
}

function noteOf(rows: readonly PredictedRow[], points: Point[], label = ""): string {
  const known = points.flatMap(({ measured, low, high }) =>
    low === undefined || high === undefined ? [] : [{ measured, low, high }],
  );
  const within = known.filter(({ measured, low, high }) => low <= measured && measured <= high).length;
  const missing = rows.length - points.length;
  const errors = points.map((point) => Math.abs(errorOf(point)));
  const worst = points[errors.indexOf(Math.max(...errors))];
  return remarks(
    label,
    points.length === 1 ? "" : `worst: ${worst.text}`,
    known.length === 0 ? "no intervals" : `${within} of ${known.length} measured times lie in their interval`,
    missing === 0 ? "" : `${missing} without a prediction`,
  );
}
