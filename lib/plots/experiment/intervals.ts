import { median } from "simple-statistics";
import type { Interval, IntervalComparison } from "../../experiment/statistics";
import { byLevels, levelsText, remarks, secondsText } from "./text";
import type { Figure } from "../figure";
import { axis, laneAxis, heightOf, pointMarker, seriesStyle, notedFigure } from "../theme";
import { errorBars, lineAcross, reachOf, scatter, type Trace } from "../traces";

type Kind = "overReplicates" | "overEpochs" | "ofOneRun";

/** The intervals of a configuration, from the top: the right one, then the wrong ones. */
const kinds: { kind: Kind; name: (interval: Interval) => string }[] = [
  { kind: "overReplicates", name: ({ count }) => `right: over ${count} replicates` },
  { kind: "overEpochs", name: ({ count }) => `wrong: all ${count} epochs as replicates` },
  { kind: "ofOneRun", name: ({ count }) => `wrong: ${count} epochs of one run` },
];

/** The height of a configuration's row in pixels, and the places of its intervals in rows. */
const rowHeight = 30;
const offsets = [-0.26, 0, 0.26];

/**
 * The interval over replicates and the wrong ones over epochs, a row for each configuration, in percent of its mean so that
 * configurations compare.
 * @param comparisons The result of `compareIntervals`; drawn in the order of their levels.
 * @throws one line when there is no row.
 */
export function intervalsFigure(comparisons: readonly IntervalComparison[], options: { label?: string } = {}): Figure {
  const rows = [...comparisons].sort(byLevels(comparisons));
  if (rows.length === 0) {
    throw new Error(
      "This figure needs configurations with at least two replicates, and there are none: run a second one.",
    );
  }
  const traces = kinds.flatMap((_, index) => intervalsOf(rows, index));
  const lanes = rows.map(({ levels }, y) => ({ text: levelsText(levels), y }));
  const note = remarks(options.label, `${percentText(rows[0].overReplicates.level)} intervals`);
  return notedFigure(titleOf(rows), note, traces, {
    height: heightOf(Math.max(2, rows.length) * rowHeight),
    showlegend: true,
    xaxis: axis("From the mean over replicates", "%", {
      range: rangeOf(rows),
      zeroline: true,
      zerolinecolor: "#888888",
    }),
    yaxis: laneAxis(lanes, [rows.length - 0.5, -0.5]),
    shapes: rows.slice(1).map((_, at) => ({ ...lineAcross(at + 0.5, { color: "#DDDDDD", width: 1 }), layer: "below" })),
  });
}

function intervalsOf(rows: readonly IntervalComparison[], index: number): Trace[] {
  const { kind, name } = kinds[index];
  const style = seriesStyle(index);
  const intervals = rows.flatMap((row, y) => {
    const [interval, centre] = [row[kind], row.overReplicates.mean];
    if (!interval) return [];
    const { up, down } = reachOf(interval);
    return [{ y, interval, centre, up: (100 * up) / centre, down: (100 * down) / centre }];
  });
  if (intervals.length === 0) return [];
  const counts = new Set(intervals.map(({ interval }) => interval.count));
  const firstName = name(intervals[0].interval);
  return [
    {
      ...scatter("markers", counts.size === 1 ? firstName : firstName.replace(/\d+ /, "")),
      x: intervals.map(({ interval, centre }) => inPercent(interval.mean, centre)),
      y: intervals.map(({ y }) => y + offsets[index]),
      marker: { ...pointMarker(style), size: 8 },
      error_x: errorBars(intervals, style.colour, 3 - index * 0.5),
      hovertext: intervals.map(({ interval }) => `${secondsText(interval.low)} to ${secondsText(interval.high)} s`),
      hovertemplate: "%{hovertext}<extra>%{fullData.name}</extra>",
    },
  ];
}

function inPercent(value: number, centre: number): number {
  return 100 * (value / centre - 1);
}

/** The same on both sides, so that 0 is in the middle. */
function rangeOf(rows: readonly IntervalComparison[]): [number, number] {
  const reaches = rows.map((row) =>
    Math.max(
      ...kinds.flatMap(({ kind }) => {
        const interval = row[kind];
        const ends = interval ? [interval.low, interval.high] : [];
        return ends.map((end) => Math.abs(inPercent(end, row.overReplicates.mean)));
      }),
    ),
  );
  const reach = 1.1 * Math.max(...reaches) || 1;
  return [-reach, reach];
}

function titleOf(rows: readonly IntervalComparison[]): string {
  const narrow = rows.map(({ timesTooNarrow }) => timesTooNarrow);
  const typical = median(narrow);
  const text = typical < 10 ? typical.toFixed(1) : typical.toFixed(0);
  if (rows.length === 1) return `Epochs taken as replicates: the interval is ${text} times too narrow`;
  return `Epochs taken as replicates: intervals ${text} times too narrow (median of ${rows.length})`;
}

function percentText(level: number): string {
  return `${Math.round(1000 * level) / 10} %`;
}
