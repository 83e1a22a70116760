import { median } from "simple-statistics";
import type { Interval, IntervalComparison } from "../../experiment/statistics";
import { byLevels, levelsText, remarks, secondsText } from "./text";
import type { Figure } from "../figure";
import { notedFigure } from "../noted";
import { axis, legendRoom, pointMarker, seriesStyle } from "../theme";
import { errorBars, lineAcross, type Trace } from "../traces";

type Kind = "overReplicates" | "overEpochs" | "ofOneRun";

/** The intervals of a configuration, from above: the right one, and the wrong ones. */
const kinds: { kind: Kind; name: (interval: Interval) => string }[] = [
  { kind: "overReplicates", name: ({ count }) => `right: over ${count} replicates` },
  { kind: "overEpochs", name: ({ count }) => `wrong: all ${count} epochs as replicates` },
  { kind: "ofOneRun", name: ({ count }) => `wrong: ${count} epochs of one run` },
];

/** Pixels of a configuration's row; where its intervals lie in it, in rows. */
const rowHeight = 30;
const offsets = [-0.26, 0, 0.26];

/**
 * The interval over replicates beside the wrong ones over epochs, a row for each configuration, in percent of its mean so
 * that configurations compare.
 * @param comparisons What `compareIntervals` gives; drawn in the order of their levels.
 * @throws one line when there is no row.
 */
export function intervalsFigure(comparisons: readonly IntervalComparison[], options: { label?: string } = {}): Figure {
  const rows = [...comparisons].sort(byLevels(comparisons));
  if (rows.length === 0) {
    throw new Error(
      "This figure needs configurations with at least two replicates, and there are none: run a second one.",
    );
  }
  const traces = kinds.flatMap((_, at) => intervalsOf(rows, at));
  const names = rows.map(({ levels }) => levelsText(levels));
  const room = legendRoom(
    traces.map(({ name }) => name ?? ""),
    Math.max(2, rows.length) * rowHeight,
  );
  const note = remarks(options.label, `${percentText(rows[0].overReplicates.level)} intervals`);
  return notedFigure(titleOf(rows), note, traces, {
    ...room,
    showlegend: true,
    xaxis: axis("From the mean over replicates", "%", {
      range: rangeOf(rows),
      zeroline: true,
      zerolinecolor: "#888888",
    }),
    yaxis: axis("", undefined, {
      tickvals: names.map((_, at) => at),
      ticktext: names,
      range: [rows.length - 0.5, -0.5],
      showgrid: false,
      title: { text: "" },
    }),
    shapes: rows.slice(1).map((_, at) => ({ ...lineAcross(at + 0.5, { color: "#DDDDDD", width: 1 }), layer: "below" })),
  });
}

function intervalsOf(rows: readonly IntervalComparison[], at: number): Trace[] {
  const { kind, name } = kinds[at];
  const style = seriesStyle(at);
  const there = rows.flatMap((row, place) => {
    const interval = row[kind];
    return interval ? [{ place, interval, centre: row.overReplicates.mean }] : [];
  });
  if (there.length === 0) return [];
  const counts = new Set(there.map(({ interval }) => interval.count));
  const first = there[0].interval;
  return [
    {
      type: "scatter",
      mode: "markers",
      name: counts.size === 1 ? name(first) : name(first).replace(/\d+ /, ""),
      x: there.map(({ interval, centre }) => inPercent(interval.mean, centre)),
      y: there.map(({ place }) => place + offsets[at]),
      marker: { ...pointMarker(style), size: 8 },
      error_x: errorBars(
        there.map(({ interval, centre }) => (100 * (interval.high - interval.mean)) / centre),
        there.map(({ interval, centre }) => (100 * (interval.mean - interval.low)) / centre),
        style.colour,
        3 - at * 0.5,
      ),
      hovertext: there.map(({ interval }) => `${secondsText(interval.low)} to ${secondsText(interval.high)} s`),
      hovertemplate: "%{hovertext}<extra>%{fullData.name}</extra>",
    },
  ];
}

function inPercent(value: number, centre: number): number {
  return 100 * (value / centre - 1);
}

/** Both sides alike, so that 0 is in the middle; a row whose interval is far wider than the others' is cut. */
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
