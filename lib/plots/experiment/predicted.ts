import type { LayoutAxis } from "plotly.js-dist";
import { median } from "simple-statistics";
import type { Observation } from "../../experiment/observations";
import type { LeftOutRow } from "../../experiment/fits";
import { levelsText, percent, remarks } from "./text";
import type { Figure } from "../figure";
import { nameOnce, panelFigure, panelsOf, type Panel } from "../panels";
import { axis, ideal, ink, logAxis, pointMarker, seriesStyle } from "../theme";
import { errorBars, scatter, type Trace } from "../traces";

/** The measured and the predicted time of a configuration that was left out of the fit. */
export type PredictedRow = Pick<LeftOutRow, "levels" | "measured" | "predicted" | "low" | "high" | "why">;

/** What else to show. */
interface PredictedFigureOptions {
  /** Runs that were part of the fit, such as a `CostFit`; drawn small, because a fit comes near them anyway. */
  seen?: { observations: readonly Observation[]; fitted: readonly number[] };
  /** Where the runs are from; stands below the title. */
  label?: string;
}

/** A configuration in the figure. */
interface Point {
  /** Shown on hovering. */
  text: string;
  series: string;
  measured: number;
  predicted: number;
  low?: number;
  high?: number;
}

/** The grey band covers errors up to this share. */
const band = 0.05;
/** From this ratio of the largest to the smallest time on, the axes of times are logarithmic. */
const logarithmicFrom = 10;

/**
 * Predictions of configurations that were left out of the fit, with their intervals: on the left against the measured times,
 * with the line of equality and a band of 5 % around it; on the right their errors. Each model and mode is a series. Times
 * that are 10 times apart or more have logarithmic axes.
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
      { panel: times, valueOf: (point: Point) => point.predicted },
      { panel: errors, valueOf: errorOf },
    ].flatMap(({ panel, valueOf }) => [
      ...(seen.length === 0 ? [] : [seenTrace(seen, valueOf, panel)]),
      ...series.map((name, index) => seriesTrace(ofSeries(name), index, valueOf, panel)),
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

/** The model and the mode, where the design has them. */
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

/** In percent of the measured time. */
function errorOf({ measured, predicted }: Pick<Point, "measured" | "predicted">): number {
  return 100 * (predicted / measured - 1);
}

/** The range of the axes of times. */
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
  const shared: Trace = {
    ...scatter("lines", "within ±5 %", "band"),
    fill: "toself",
    fillcolor: "rgba(0,0,0,0.1)",
    line: { width: 0, color: "#888888" },
    hoverinfo: "skip",
  };
  const ends = [from, to, to, from];
  const line = { ...ideal("as measured", [from, to], [from, to]), legendgroup: "ideal" };
  return [
    { ...shared, ...times.axes, x: ends, y: ends.map((end, at) => end * (at < 2 ? 1 - band : 1 + band)) },
    { ...shared, ...errors.axes, x: ends, y: ends.map((_, at) => 100 * (at < 2 ? -band : band)) },
    { ...line, ...times.axes },
    { ...line, ...errors.axes, y: [0, 0] },
  ];
}

function seriesTrace(points: Point[], index: number, valueOf: (point: Point) => number, { axes }: Panel): Trace {
  const style = seriesStyle(index);
  const distance = (point: Point, end: "low" | "high"): number =>
    Math.abs(valueOf({ ...point, predicted: point[end] ?? point.predicted }) - valueOf(point));
  const reaches = points.map((point) => ({ up: distance(point, "high"), down: distance(point, "low") }));
  const [{ series }] = points;
  return {
    ...axes,
    ...scatter("markers", series, series),
    x: points.map(({ measured }) => measured),
    y: points.map(valueOf),
    marker: { ...pointMarker(style), size: 10 },
    error_y: errorBars(reaches, style.colour, 1.8),
    hovertext: points.map((point) => `${point.text}: ${percent(errorOf(point) / 100)}`),
    hovertemplate: "%{hovertext}, measured %{x:,.5~g} s<extra></extra>",
  };
}

function seenTrace(points: Point[], valueOf: (point: Point) => number, { axes }: Panel): Trace {
  return {
    ...axes,
    ...scatter("markers", "seen by the fit", "seen"),
    x: points.map(({ measured }) => measured),
    y: points.map(valueOf),
    marker: { symbol: "circle-open", size: 5, color: "#666666", line: { color: ink, width: 1 } },
    hovertext: points.map(({ text }) => text),
    hovertemplate: "%{hovertext}: seen by the fit<extra></extra>",
  };
}

/** The end of the axis of errors, in percent: all points lie within, long intervals may be cut. */
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
