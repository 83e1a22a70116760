import type { Annotation, BarData, ScatterData, Shape } from "plotly.js-dist";
import { ink, pointMarker, type SeriesStyle } from "./theme";

export type Trace = Partial<ScatterData> | Partial<BarData>;

/** The start of a trace of lines, points or words. Clicking an entry of the legend shows or hides its whole group. */
export function scatter(mode: ScatterData["mode"], name: string, legendgroup?: string) {
  return { type: "scatter" as const, mode, name, ...(legendgroup !== undefined && { legendgroup }) };
}

/** The look of a measured line and its points. */
export function lineAndPoints(style: SeriesStyle, size = 12) {
  return { line: { color: style.colour, dash: style.dash, width: 2.5 }, marker: { ...pointMarker(style), size } };
}

/** White points with a dark edge, for single observations in front of bars and curves. */
export function whitePoints(size: number, width = 2) {
  return { symbol: "circle" as const, size, color: "white", line: { color: ink, width } };
}

/** How far an interval reaches from a point. */
interface Reach {
  up: number;
  down: number;
}

/** The reach of an interval from its mean. */
export const reachOf = ({ mean, low, high }: Record<"mean" | "low" | "high", number>): Reach => ({
  up: high - mean,
  down: mean - low,
});

/** Intervals around points. */
export function errorBars(reaches: readonly Reach[], color: string, thickness: number): ScatterData["error_y"] {
  const [array, arrayminus] = [reaches.map(({ up }) => up), reaches.map(({ down }) => down)];
  return { type: "data", symmetric: false, array, arrayminus, color, thickness, width: 5 };
}

/** A level line across the whole figure. */
export function lineAcross(y: number, line: Shape["line"]): Partial<Shape> {
  return { type: "line", xref: "paper", x0: 0, x1: 1, y0: y, y1: y, line };
}

/** An upright line through the whole figure. */
export function lineUp(x: number, line: Shape["line"]): Partial<Shape> {
  return { type: "line", x0: x, x1: x, y0: 0, y1: 1, yref: "paper", line };
}

/** Text at a place, without an arrow. */
export function textAnnotation(text: string, place: Partial<Annotation>): Partial<Annotation> {
  return { text, showarrow: false, ...place };
}
