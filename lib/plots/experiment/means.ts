import type { Annotation } from "plotly.js-dist";
import { levelsAmong, type Cell, type Level, type Observation } from "../../experiment/observations";
import { cellIntervals, type CellInterval } from "../../experiment/statistics";
import { factorTitle, levelsInOrder, levelsText, levelText, modeStyle } from "./text";
import { refuseMixtures, remarks, responseTitle, secondsText, times } from "./text";
import type { Figure } from "../figure";
import { nameOnce, panelFigure, panelsOf, rowAxis, type Panel } from "../panels";
import { modelName } from "../scaling/series";
import { barMarker, ink, nameAxis } from "../theme";
import { errorBars, reachOf, scatter, whitePoints, textAnnotation, type Trace } from "../traces";

/** The factor on the axis, and what else to show. */
interface MeansFigureOptions {
  /** The factor on a panel's axis; each level of the other factor has a column of panels. */
  by: "nodes" | "batch";
  /** Where the runs are from; stands below the title. */
  label?: string;
  /** Configurations that ran out of memory; marked where no run of them has a time. */
  outOfMemory?: Pick<Cell, "levels">[];
}

/** A configuration's place in the figure, and its measurements. */
interface Bar {
  panel: Panel;
  mode: Level;
  /** The middle of the bar, on an axis whose levels are at 0, 1, 2 ... */
  x: number;
  cell: CellInterval;
}

/** The share of the distance between two levels that bars cover. */
const filled = 0.8;

/**
 * Bars of the means of all configurations, with their 99 % intervals over replicates (Student's t), and a dot for each
 * observation: a row of panels for each model, a column for each batch (or node count), sync beside accumulate. Panels of
 * one row share their vertical axis. A configuration with one replicate has no interval; the note below the title says so.
 * @throws one line when there are no observations, or they differ in a factor that the figure does not show.
 */
export function meansFigure(observations: readonly Observation[], options: MeansFigureOptions): Figure {
  const { by, label, outOfMemory = [] } = options;
  const columnFactor = by === "nodes" ? "batch" : "nodes";
  const factors = ["model", "mode", "batch", "nodes"];
  refuseMixtures(observations, factors);
  const response = responseTitle(observations);
  const planned = [...observations, ...outOfMemory.map(({ levels }) => ({ ...observations[0], levels }))];
  const [models, modes] = [levelsAmong(planned, "model"), levelsInOrder(planned, "mode")];
  const [columns, beside] = [levelsAmong(planned, columnFactor), levelsAmong(planned, by)];
  const width = filled / modes.length;
  const panels = panelsOf({ rows: models.length, columns: columns.map(String) });
  const placeOf = (levels: Cell["levels"]) => ({
    panel: panels[models.indexOf(levels.model) * columns.length + columns.indexOf(levels[columnFactor])],
    mode: levels.mode,
    x: beside.indexOf(levels[by]) + (modes.indexOf(levels.mode) - (modes.length - 1) / 2) * width,
  });
  const bars = cellIntervals(observations, factors).map((cell): Bar => ({ ...placeOf(cell.levels), cell }));
  const failed = outOfMemory
    .filter(({ levels }) => !bars.some(({ cell }) => factors.every((name) => cell.levels[name] === levels[name])))
    .map(({ levels }) => placeOf(levels));
  const highest = models.map((model) => topOf(bars.filter(({ cell }) => cell.levels.model === model)));
  const traces = nameOnce(
    [
      ...modes.flatMap((mode) => panels.map((panel) => barsOf(ofPanel(bars, panel, mode), mode, panel, width))),
      ...panels.map((panel) => intervalsOf(ofPanel(bars, panel), panel)),
      ...panels.map((panel) => dotsOf(ofPanel(bars, panel), panel, width)),
    ].filter(({ x }) => (x?.length ?? 0) > 0),
  );
  return panelFigure(titleOf(bars, by), noteOf(bars, highest, models, label), traces, {
    rows: models.length,
    height: models.length === 1 ? 300 : undefined,
    columns: columns.map((level) => levelText(columnFactor, level)),
    x: ({ row }) => ({
      ...nameAxis(row === models.length - 1 ? factorTitle(by) : "", beside.map(String)),
      showticklabels: row === models.length - 1,
    }),
    y: (panel) => {
      const title = `${modelName(String(models[panel.row]))}<br>${response}`;
      return rowAxis(panel, title, "s", { range: [0, highest[panel.row]], tickformat: "," });
    },
    annotations: failed.map(outOfMemoryMark),
    layout: { barmode: "overlay", showlegend: true },
  });
}

function ofPanel(bars: Bar[], panel: Panel, mode?: Level): Bar[] {
  return bars.filter((bar) => bar.panel === panel && (mode === undefined || bar.mode === mode));
}

function barsOf(bars: Bar[], mode: Level, { axes }: Panel, width: number): Trace {
  return {
    ...axes,
    type: "bar",
    name: modeText(bars, mode),
    legendgroup: String(mode),
    x: bars.map(({ x }) => x),
    y: bars.map(({ cell }) => cell.mean),
    width,
    marker: barMarker(modeStyle(mode)),
    hovertext: bars.map(({ cell }) => levelsText(cell.levels)),
    hovertemplate: "%{hovertext}: mean %{y:,.5~g} s<extra></extra>",
  };
}

/** "accumulate: at every 4 batches", where all runs of a mode have that number in common. */
function modeText(bars: Bar[], mode: Level): string {
  if (mode === "sync") return "sync: all-reduce at every batch";
  const every = bars.flatMap(({ cell }) => cell.observations.map(({ run }) => run.configuration.syncEvery ?? 1));
  return new Set(every).size === 1 ? `${mode}: at every ${every[0]} batches` : String(mode);
}

function intervalsOf(bars: Bar[], { axes }: Panel): Trace {
  const intervals = bars.flatMap(({ x, cell: { levels, interval } }) => (interval ? [{ x, levels, ...interval }] : []));
  return {
    ...axes,
    ...scatter("markers", "99 % interval of the mean", "interval"),
    x: intervals.map(({ x }) => x),
    y: intervals.map(({ mean }) => mean),
    marker: { symbol: "line-ew-open", size: 9, color: ink, line: { width: 1.6 } },
    error_y: errorBars(intervals.map(reachOf), ink, 1.6),
    hovertext: intervals.map(
      ({ levels, low, high }) => `${levelsText(levels)}: ${secondsText(low)} to ${secondsText(high)} s`,
    ),
    hovertemplate: "%{hovertext}<extra></extra>",
  };
}

/** Dots side by side in the middle of their bar, in the order of the observations. */
function dotsOf(bars: Bar[], { axes }: Panel, width: number): Trace {
  const dots = bars.flatMap(({ x, cell: { observations } }) =>
    observations.map((observation, index) => ({
      x: x + (observations.length === 1 ? 0 : (index / (observations.length - 1) - 0.5) * 0.6 * width),
      ...observation,
    })),
  );
  return {
    ...axes,
    ...scatter("markers", "an observation", "observation"),
    x: dots.map(({ x }) => x),
    y: dots.map(({ seconds }) => seconds),
    marker: whitePoints(5.5, 1),
    hovertext: dots.map(({ levels, replicate }) => `${levelsText(levels)}, replicate ${replicate}`),
    hovertemplate: "%{hovertext}: %{y:,.5~g} s<extra></extra>",
  };
}

function outOfMemoryMark({ panel, x }: Pick<Bar, "panel" | "x">): Partial<Annotation> {
  const { xaxis, yaxis } = panel.axes;
  const place = { xref: xaxis, yref: yaxis, x, y: 0, xanchor: "center", yanchor: "bottom" } as const;
  return textAnnotation("out of memory", { ...place, textangle: -90, font: { size: 12 }, yshift: 2 });
}

/** The end of a row's axis: above its dots, and above its intervals unless these would make the bars too small. */
function topOf(bars: Bar[]): number {
  const most = Math.max(0, ...bars.flatMap(({ cell }) => cell.observations.map(({ seconds }) => seconds)));
  const ends = bars.map(({ cell }) => cell.interval?.high ?? 0);
  return most === 0 ? 1 : 1.08 * Math.max(most, Math.min(2 * most, Math.max(0, ...ends)));
}

function noteOf(bars: Bar[], highest: number[], models: Level[], label?: string): string {
  const counts = bars.map(({ cell }) => cell.observations.length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const alone = counts.filter((count) => count === 1).length;
  const replicates =
    most === 1
      ? "one replicate of each configuration, so no intervals"
      : `${least === most ? most : `${least} to ${most}`} replicates${alone > 0 ? ", no interval where there is one" : ""}`;
  const leavesAxis = ({ cell: { interval, levels } }: Bar): boolean =>
    interval !== undefined && (interval.low < 0 || interval.high > highest[models.indexOf(levels.model)]);
  const cut = bars.some(leavesAxis) ? "intervals that leave their axis are cut" : "";
  return remarks(label, replicates, cut);
}

/** The two levels of the factor whose means differ most, all other levels being equal. */
function titleOf(bars: Bar[], by: "nodes" | "batch"): string {
  const others = ["model", "mode", by === "nodes" ? "batch" : "nodes"];
  const pairs = bars.flatMap((slow) =>
    bars
      .filter(
        (fast) =>
          fast.cell.mean < slow.cell.mean && others.every((name) => fast.cell.levels[name] === slow.cell.levels[name]),
      )
      .map((fast) => ({ slow, fast, ratio: slow.cell.mean / fast.cell.mean })),
  );
  if (pairs.length === 0) return `Means by ${by}`;
  const { slow, fast, ratio } = pairs.reduce((most, pair) => (pair.ratio > most.ratio ? pair : most));
  const [a, b] = [slow, fast].map(({ cell }) => levelText(by, cell.levels[by]));
  const joint = by === "nodes" ? "on" : "with";
  return `${levelsText(slow.cell.levels, others)}: ${times(ratio)} times as long ${joint} ${a} as ${joint} ${b}`;
}
