import type { Data, Layout, LayoutAxis, Pattern } from "plotly.js-dist";
import type { Figure } from "./figure";

/**
 * Okabe and Ito's colours, which colour-blind readers tell apart, in an order of alternating lightness for print in
 * black and white. M. Okabe and K. Ito, Color Universal Design (2008).
 */
export const colours = {
  blue: "#0072B2",
  orange: "#E69F00",
  green: "#009E73",
  vermilion: "#D55E00",
  sky: "#56B4E9",
  purple: "#CC79A7",
  black: "#000000",
} as const;

export const ink = "#222222";
export const fontFamily = "Open Sans, Helvetica, Arial, sans-serif";

/** Without plotly's bar of buttons, which covers titles, takes ten tab stops, and offers an upload. */
export const figureConfig = {
  displayModeBar: false,
  displaylogo: false,
  showSendToCloud: false,
  responsive: true,
} as const;
const grid = "#DDDDDD";

/** The look of one series: a colour, and a form that tells it apart without colour. */
export interface SeriesStyle {
  colour: string;
  dash: "solid" | "dash" | "dot" | "dashdot" | "longdash" | "longdashdot";
  symbol: "circle" | "square" | "diamond" | "triangle-up" | "x" | "cross";
  pattern: "" | "/" | "x" | "." | "\\" | "-";
}

const styles: SeriesStyle[] = [
  { colour: colours.blue, dash: "solid", symbol: "circle", pattern: "" },
  { colour: colours.orange, dash: "dash", symbol: "square", pattern: "/" },
  { colour: colours.green, dash: "dot", symbol: "diamond", pattern: "x" },
  { colour: colours.vermilion, dash: "dashdot", symbol: "triangle-up", pattern: "." },
  { colour: colours.sky, dash: "longdash", symbol: "x", pattern: "\\" },
  { colour: colours.purple, dash: "longdashdot", symbol: "cross", pattern: "-" },
];

/** The look of series `index` of a figure, from 0; looks repeat after six. */
export function seriesStyle(index: number): SeriesStyle {
  return styles[index % styles.length];
}

/** The fill of a bar: colour and pattern, with an edge that keeps light colours visible on paper. */
export function barMarker({ colour, pattern }: Pick<SeriesStyle, "colour" | "pattern">) {
  const fill: Partial<Pattern> = { shape: pattern, fillmode: "overlay", fgcolor: "white", size: 8, solidity: 0.3 };
  return { color: colour, pattern: fill, line: { color: ink, width: 1 } };
}

/** The points of a measured line: colour and form, with an edge that keeps light colours visible on paper. */
export function pointMarker({ colour, symbol }: Pick<SeriesStyle, "colour" | "symbol">) {
  return { symbol, size: 12, color: colour, line: { color: ink, width: 1 } };
}

/** A thin grey line for the ideal, behind the measured lines. */
export function ideal(name: string, x: number[], y: number[]) {
  const line = { color: "#888888", width: 1.5, dash: "solid" as const };
  return { type: "scatter" as const, mode: "lines" as const, name, x, y, line, hoverinfo: "skip" as const };
}

/** An axis with its quantity and unit: `axis("Time per epoch", "s")`. Counts and names have no unit. */
export function axis(quantity: string, unit?: string, more: Partial<LayoutAxis> = {}): Partial<LayoutAxis> {
  return {
    title: { text: unit === undefined ? quantity : `${quantity} (${unit})`, standoff: 12 },
    automargin: true,
    showline: true,
    linecolor: ink,
    ticks: "outside",
    tickcolor: ink,
    gridcolor: grid,
    zeroline: false,
    ...more,
  };
}

/** For an axis on which a line marks 0. */
export const zeroLine = { zeroline: true, zerolinecolor: ink };

/** An axis of names: the bars stand at 0, 1, 2 ... */
export function nameAxis(
  quantity: string,
  names: readonly (string | { name: string })[],
  unit?: string,
): Partial<LayoutAxis> {
  return axis(quantity, unit, {
    tickvals: names.map((_, at) => at),
    ticktext: names.map((each) => (typeof each === "string" ? each : each.name)),
    range: [-0.6, names.length - 0.4],
    showgrid: false,
  });
}

/** A vertical axis of lanes: each lane's text stands at its height. */
export function laneAxis(
  lanes: readonly { text: string; y: number }[],
  range: [from: number, to: number],
): Partial<LayoutAxis> {
  const [tickvals, ticktext] = [lanes.map(({ y }) => y), lanes.map(({ text }) => text)];
  return axis("", undefined, { title: { text: "" }, tickvals, ticktext, range, showgrid: false });
}

/** A logarithmic axis over `values`, with room above them, labelled 1, 2, 5, 10, 20 ... */
export function logAxis(quantity: string, unit: string, values: number[]): Partial<LayoutAxis> {
  const low = Math.log10(Math.min(...values));
  const high = Math.log10(Math.max(...values));
  const decades = Array.from(
    { length: Math.ceil(high) - Math.floor(low) + 2 },
    (_, at) => 10 ** (Math.floor(low) - 1 + at),
  );
  const ticks = decades.flatMap((decade) => (high - low < 2 ? [decade, 2 * decade, 5 * decade] : [decade]));
  return axis(quantity, unit, {
    type: "log",
    tickvals: ticks,
    ticktext: ticks.map(shortNumber),
    range: [low - 0.1 * (high - low) - 0.1, high + 0.1 * (high - low) + 0.1],
  });
}

/** A legend above the axes, in rows. */
export const legendAbove = {
  orientation: "h",
  x: 0,
  xanchor: "left",
  yanchor: "bottom",
  traceorder: "normal",
} as const;

/** Of every figure, in pixels; `fit.mjs` in jupyter/labextensions adds the room that a longer title and more rows of a legend take. */
const margins = { l: 70, r: 30, t: 84, b: 60 };

/** The height of a figure with axes of so many pixels. */
export const heightOf = (axes: number): number => margins.t + axes + margins.b;

/** A figure in the workbook's style. */
export function figure(title: string, data: Data[], layout: Partial<Layout>): Figure {
  return {
    data,
    layout: {
      title: { text: title, x: 0.01, xanchor: "left", y: 1, yanchor: "top", pad: { t: 16 }, font: { size: 18 } },
      font: { family: fontFamily, size: 14, color: ink },
      paper_bgcolor: "white",
      plot_bgcolor: "white",
      height: 450,
      legend: { ...legendAbove, y: 1.02 },
      hoverlabel: { font: { size: 14 } },
      ...layout,
      margin: { ...margins, ...layout.margin },
    },
    config: figureConfig,
  };
}

/** A figure with a note below its title, in smaller letters: what was left out, where the runs are from; "" for none. */
export function notedFigure(title: string, note: string, data: Data[], layout: Partial<Layout>): Figure {
  return figure(note === "" ? title : `${title}<br><span style="font-size:13px">${note}</span>`, data, layout);
}

/** A number short enough for a label: three significant digits or all whole ones, with commas between thousands. */
export function shortNumber(value: number): string {
  return value.toLocaleString("en-US", {
    maximumSignificantDigits: Math.max(3, Math.ceil(Math.log10(Math.abs(value) + 1))),
  });
}
