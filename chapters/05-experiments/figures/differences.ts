import type { Difference } from "../differences";
import { byLevels, levelText, levelsText, remarks, secondsText } from "../../../lib/plots/experiment/text";
import type { Figure } from "../../../lib/plots/figure";
import { axis, laneAxis, heightOf, pointMarker, seriesStyle, notedFigure } from "../../../lib/plots/theme";
import { errorBars, lineAcross, reachOf, scatter, type Trace } from "../../../lib/plots/traces";

type Kind = "paired" | "unpaired";

const kinds: { kind: Kind; name: string; offset: number }[] = [
  { kind: "paired", name: "within blocks (paired)", offset: -0.16 },
  { kind: "unpaired", name: "blocks ignored (Welch)", offset: 0.16 },
];

/** The height of a pair's row in pixels. */
const rowHeight = 50;

/**
 * The intervals of differences, a row for each pair of configurations: paired by block, and with blocks ignored. An interval
 * that excludes 0 shows a difference. Each row says whether the intervals of the two means overlap.
 * @throws one line when there is no pair.
 */
export function differencesFigure(differences: readonly Difference[], options: { label?: string } = {}): Figure {
  const rows = [...differences].sort(byLevels(differences));
  if (rows.length === 0) {
    throw new Error("This figure needs pairs of configurations with at least two common blocks, and there are none.");
  }
  const [{ factor, from, to, paired }] = rows;
  const lanes = rows.map(({ levels, overlap }, y) => ({
    text: `${levelsText(levels)}<br><span style="font-size:11px">single intervals ${overlap ? "overlap" : "lie apart"}</span>`,
    y,
  }));
  const traces = kinds.map((_, index) => intervalsOf(rows, index));
  const between = `${levelText(factor, to)} less ${levelText(factor, from)}`;
  return notedFigure(titleOf(rows), remarks(options.label, between, `${100 * paired.level} % intervals`), traces, {
    height: heightOf(Math.max(2, rows.length) * rowHeight),
    showlegend: true,
    xaxis: axis("Difference of the means", "s", { zeroline: true, zerolinecolor: "#888888", zerolinewidth: 2 }),
    yaxis: laneAxis(lanes, [rows.length - 0.5, -0.5]),
    shapes: rows.slice(1).map((_, at) => ({ ...lineAcross(at + 0.5, { color: "#DDDDDD", width: 1 }), layer: "below" })),
  });
}

function intervalsOf(rows: readonly Difference[], index: number): Trace {
  const { kind, name, offset } = kinds[index];
  const style = seriesStyle(index);
  const intervals = rows.map((row) => row[kind]);
  return {
    ...scatter("markers", name),
    x: intervals.map(({ mean }) => mean),
    y: rows.map((_, y) => y + offset),
    marker: { ...pointMarker(style), size: 8 },
    error_x: errorBars(intervals.map(reachOf), style.colour, index === 0 ? 3 : 2),
    hovertext: intervals.map(({ low, high }) => `${secondsText(low)} to ${secondsText(high)} s`),
    hovertemplate: "%{hovertext}<extra>%{fullData.name}</extra>",
  };
}

/** How many differences are shown, and how many of them the overlap of the two intervals would have hidden. */
function titleOf(rows: readonly Difference[]): string {
  const shown = rows.filter(({ paired: { low, high } }) => low > 0 || high < 0);
  const hidden = shown.filter(({ overlap }) => overlap).length;
  const start = `${shown.length} of ${rows.length} paired intervals exclude 0`;
  if (shown.length === 0) return start;
  return `${start}; in ${hidden} of these pairs the two single intervals overlap`;
}
