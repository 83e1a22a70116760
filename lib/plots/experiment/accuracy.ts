import type { LayoutAxis } from "plotly.js-dist";
import { timeToAccuracy, type AccuracyCurve, type TimeToAccuracy } from "../../measure/accuracy";
import { percent, remarks, times } from "./text";
import type { Figure } from "../figure";
import { nameOnce, panelFigure, panelsOf, rowAxis, type Panel } from "../panels";
import { axis, seriesStyle, shortNumber } from "../theme";
import { lineAndPoints, scatter, type Trace } from "../traces";

/** The accuracy of a run, with the run's name in the figure. */
interface NamedAccuracy {
  name: string;
  curve: AccuracyCurve;
}

/** The costs that the accuracy is drawn against. */
const costs = [
  { name: "seconds", heading: "At equal time", quantity: "Training time", unit: "s" },
  { name: "images", heading: "At equal images", quantity: "Images seen", unit: undefined },
  { name: "updates", heading: "At equal updates", quantity: "Updates", unit: undefined },
] as const;

/** Costs closer than this share of an axis stand below each other. */
const closest = 0.2;

type Cost = (typeof costs)[number]["name"];
type Reached = Extract<TimeToAccuracy, { reached: true }>;

/**
 * Accuracy on the test images against what it cost: training time, images seen and updates made. Where a curve first reaches
 * the target, a line leads down to the cost until then, which stands on the axis. Curves of one name are replicates: that with
 * the median time is drawn in full, and the others as thin lines.
 * @param options `target` and `chance` (the accuracy of guessing): shares from 0 to 1, drawn as lines.
 * @throws one line when there is no curve, and for a target that is no share.
 */
export function timeToAccuracyFigure(
  all: readonly NamedAccuracy[],
  options: { target?: number; chance?: number; label?: string } = {},
): Figure {
  if (all.length === 0) throw new Error("This figure needs curves of accuracy, and there are none: train a run.");
  const { target, chance, label = "" } = options;
  const names = [...new Set(all.map(({ name }) => name))];
  const curves = names.map((name) => medianOf(all.filter((each) => each.name === name), target)); // prettier-ignore
  const reached = curves.map(({ curve }) => (target === undefined ? undefined : timeToAccuracy(curve, target)));
  const plan = { rows: 1, columns: costs.map(({ heading }) => heading) };
  const panels = panelsOf(plan);
  const highest = Math.max(target ?? 0, ...all.flatMap(({ curve }) => curve.points.map(({ accuracy }) => accuracy)));
  const ends = costs.map(
    ({ name }) => 1.06 * Math.max(...all.flatMap(({ curve }) => curve.points.map((point) => point[name]))),
  );
  const costIn = ({ column }: Panel): Cost => costs[column].name;
  const drops = panels.flatMap((panel) =>
    reached.flatMap((time, index) => dropLine(time, index, costIn(panel), panel)),
  );
  const others = panels.flatMap(
    (panel) =>
    all.filter((each) => !curves.includes(each)).map((each) => replicate(each, names.indexOf(each.name), costIn(panel), panel)), // prettier-ignore
  );
  const traces = nameOnce(
    panels.flatMap((panel) => [
      ...levelLine("guessing", chance, ends[panel.column], panel),
      ...levelLine("target", target, ends[panel.column], panel),
      ...curves.map((named, index) => curveTrace(named, index, costIn(panel), panel)),
    ]),
  );
  const note = remarks(noteOf(curves, reached, label), others.length > 0 ? "thin: other replicates" : "");
  return panelFigure(titleOf(curves, reached, target), note, [...drops, ...others, ...traces], {
    ...plan,
    height: 330,
    x: ({ column }) => {
      const [{ name, quantity, unit }, end] = [costs[column], ends[column]];
      return axis(quantity, unit, { range: [0, end], nticks: 5, ...paidTicks(reached, name, end) });
    },
    y: (panel) => rowAxis(panel, "Accuracy on test images", "%", { range: [0, Math.min(105, 118 * highest)] }),
    layout: { showlegend: true },
  });
}

/** Of a curve's replicates, the one with the median time to the target. */
function medianOf(replicates: readonly NamedAccuracy[], target?: number): NamedAccuracy {
  const secondsOf = ({ curve }: NamedAccuracy): number => {
    const time = target === undefined ? undefined : timeToAccuracy(curve, target);
    return time?.reached ? time.seconds : Infinity;
  };
  const sorted = [...replicates].sort((a, b) => (secondsOf(a) < secondsOf(b) ? -1 : 1));
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

function levelLine(name: string, share: number | undefined, end: number, { axes }: Panel): Trace[] {
  if (share === undefined) return [];
  const dash = name === "target" ? "solid" : "dot";
  const line = { color: "#666666", width: 1.5, dash } as const;
  const ends = { x: [0, end], y: [100 * share, 100 * share] };
  return [{ ...axes, ...scatter("lines", `${name}: ${percent(share)}`, name), ...ends, line, hoverinfo: "skip" }];
}

function curveTrace({ name, curve }: NamedAccuracy, index: number, cost: Cost, { axes }: Panel): Trace {
  return {
    ...axes,
    ...scatter("lines+markers", name, `${index}: ${name}`),
    x: curve.points.map((point) => point[cost]),
    y: curve.points.map(({ accuracy }) => 100 * accuracy),
    ...lineAndPoints(seriesStyle(index), 8),
    hovertext: curve.points.map(({ epoch }) => `epoch ${epoch}`),
    hovertemplate: `${name}, %{hovertext}: %{y:.1f} %<extra></extra>`,
  };
}

function replicate({ name, curve }: NamedAccuracy, index: number, cost: Cost, { axes }: Panel): Trace {
  return {
    ...{ ...axes, ...scatter("lines", name), showlegend: false, hoverinfo: "skip", opacity: 0.5 },
    x: curve.points.map((point) => point[cost]),
    y: curve.points.map(({ accuracy }) => 100 * accuracy),
    line: { color: seriesStyle(index).colour, width: 1 },
  };
}

/** A line from where a curve reaches the target down to the cost. */
function dropLine(time: TimeToAccuracy | undefined, index: number, cost: Cost, { axes }: Panel): Trace[] {
  if (!time?.reached) return [];
  const line = { color: seriesStyle(index).colour, width: 1.5, dash: "dot" } as const;
  const ends = { x: [time[cost], time[cost]], y: [0, 100 * time.target] };
  return [{ ...axes, ...ends, type: "scatter", mode: "lines", line, showlegend: false, hoverinfo: "skip" }];
}

/** The costs on the axis, at the feet of the lines; where two are close, the next one stands below. */
function paidTicks(reached: (TimeToAccuracy | undefined)[], cost: Cost, end: number): Partial<LayoutAxis> {
  const times = reached.filter((time): time is Reached => time?.reached === true).sort((a, b) => a[cost] - b[cost]);
  if (times.length === 0) return { tickformat: end < 10_000 ? "," : "~s" };
  let row = 0;
  const ticktext = times.map((time, at) => {
    row = at > 0 && time[cost] - times[at - 1][cost] < closest * end ? row + 1 : 0;
    return `${"<br>".repeat(row)}<b>${paidText(time, cost)}</b>`;
  });
  return { tickvals: [0, ...times.map((time) => time[cost]), end], ticktext: ["0", ...ticktext, ""] };
}

function paidText(time: Reached, cost: Cost): string {
  return cost === "seconds"
    ? `${shortNumber(time.seconds)} s`
    : shortNumber(Math.round(Number(time[cost].toPrecision(3))));
}

/** The curve that reaches the target first, and how much sooner than the last one. */
function titleOf(curves: readonly NamedAccuracy[], reached: (TimeToAccuracy | undefined)[], target?: number): string {
  if (target === undefined) return "Accuracy by time, by images and by updates";
  const arrivals = reached.flatMap((time, index) => (time?.reached ? [{ time, name: curves[index].name }] : []));
  if (arrivals.length === 0) return `No run is ${percent(target)} accurate`;
  arrivals.sort((a, b) => a.time.seconds - b.time.seconds);
  const [first, last] = [arrivals[0], arrivals[arrivals.length - 1]];
  const start = `${percent(target)} accurate after ${paidText(first.time, "seconds")} with ${first.name}`;
  if (arrivals.length === 1) return start;
  return `${start}: ${times(last.time.seconds / first.time.seconds)} times sooner than with ${last.name}`;
}

/** The runs that never reach the target, or fall below it again. */
function noteOf(curves: readonly NamedAccuracy[], reached: (TimeToAccuracy | undefined)[], label: string): string {
  const shortfalls = reached.flatMap((time, index) => {
    const { name } = curves[index];
    if (time === undefined) return [];
    if (!time.reached) return [`${name} comes to ${percent(time.best)} at best`];
    return time.stays ? [] : [`${name} falls below it again`];
  });
  return remarks(label, ...shortfalls);
}
