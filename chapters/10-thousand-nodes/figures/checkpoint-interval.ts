import type { IntervalGoodput } from "../goodput-by-interval";
import type { Figure } from "../../../lib/plots/figure";
import {
  axis,
  ink,
  legendAbove,
  heightOf,
  logAxis,
  pointMarker,
  seriesStyle,
  shortNumber,
  notedFigure,
} from "../../../lib/plots/theme";
import { lineUp, scatter, textAnnotation, type Trace } from "../../../lib/plots/traces";

/** Intervals that formulas recommend, in seconds: what `bestCheckpointInterval` gives has both. */
export interface IntervalMarks {
  young: number;
  daly: number;
}

/**
 * Goodput against the interval between checkpoints: the mean of the simulations and the band of 90 % of them, the
 * closed form as a line, and Young's and Daly's intervals as marks.
 * @param rows As `goodputByInterval` gives them, with shorter intervals first.
 * @param options.note What the figure is about: nodes, time between failures, costs.
 * @throws one line when there are fewer than two intervals.
 */
export function checkpointIntervalFigure(
  rows: readonly IntervalGoodput[],
  { marks, note = "" }: { marks?: IntervalMarks; note?: string } = {},
): Figure {
  if (rows.length < 2) {
    throw new Error(`This figure needs two intervals or more, and there are ${rows.length}: take intervalsAround.`);
  }
  const x = rows.map(({ intervalSeconds }) => intervalSeconds);
  const percent = (valueOf: (row: IntervalGoodput) => number): number[] => rows.map((row) => 100 * valueOf(row));
  const [measured, formula] = [seriesStyle(0), seriesStyle(1)];
  const edge = { ...scatter("lines", "90 % of the simulations"), line: { width: 0 }, hoverinfo: "skip" as const };
  const traces: Trace[] = [
    { ...edge, x, y: percent(({ goodput }) => goodput.low), showlegend: false },
    { ...edge, x, y: percent(({ goodput }) => goodput.high), fill: "tonexty", fillcolor: `${measured.colour}40` },
    {
      ...scatter("lines", "closed form"),
      ...{ x, y: percent(({ expected }) => expected), line: { color: formula.colour, dash: formula.dash, width: 2.5 } },
      hovertemplate: "closed form: %{y:.2f} %",
    },
    {
      ...scatter("markers", "mean of the simulations"),
      ...{ x, y: percent(({ goodput }) => goodput.mean), marker: { ...pointMarker(measured), size: 9 } },
      hovertemplate: "%{x:.3~s} s: %{y:.2f} %",
    },
  ];
  const best = rows.reduce((one, other) => (other.goodput.mean > one.goodput.mean ? other : one));
  const title = `Best of these: ${duration(best.intervalSeconds)} of computing between checkpoints, goodput ${(100 * best.goodput.mean).toFixed(1)} %`;
  const named = marks ? marksOf(marks, x) : [];
  const above = named.length > 0 ? 26 : 0;
  return notedFigure(title, note, traces, {
    height: heightOf(340),
    legend: { ...legendAbove, y: 1 + above / 340 },
    xaxis: logAxis("Computing between checkpoints", "s", x),
    yaxis: axis("Goodput", "%"),
    shapes: named.map(({ at, dash }) => lineUp(at, { color: ink, width: 1.5, dash })),
    annotations: named.map(({ at, text, xanchor }) =>
      textAnnotation(text, { x: Math.log10(at), yref: "paper", y: 1, yanchor: "bottom", xanchor, font: { size: 13 } }),
    ),
  });
}

/** Marks within the figure. The smaller one is named to its left, the other one to its right. */
function marksOf({ young, daly }: IntervalMarks, x: readonly number[]) {
  const both = [
    { at: young, name: "Young", dash: "dot" as const },
    { at: daly, name: "Daly", dash: "dashdot" as const },
  ];
  return both
    .filter(({ at }) => at >= Math.min(...x) && at <= Math.max(...x))
    .sort((one, other) => one.at - other.at)
    .map(({ at, name, dash }, place) => ({
      ...{ at, dash, text: `${name} ${duration(at)}` },
      xanchor: place === 0 ? ("right" as const) : ("left" as const),
    }));
}

/** A time in the unit in which it is short: "45 s", "7.8 min", "3.1 h". */
export function duration(seconds: number): string {
  if (seconds < 120) return `${shortNumber(seconds)} s`;
  return seconds < 7200 ? `${shortNumber(seconds / 60)} min` : `${shortNumber(seconds / 3600)} h`;
}
