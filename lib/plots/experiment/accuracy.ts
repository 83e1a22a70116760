import type { Annotation } from "plotly.js-dist";
import { timeToAccuracy, type AccuracyCurve, type TimeToAccuracy } from "../../measure/accuracy";
import { percent, remarks, times } from "./text";
import type { Figure } from "../figure";
import { nameOnce, panelFigure, panelsOf, rowAxis, type Panel } from "../panels";
import { halo } from "../scaling/labels";
import { axis, ink, seriesStyle, shortNumber } from "../theme";
import { lineAndPoints, scatter, textAnnotation, type Trace } from "../traces";

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

type Cost = (typeof costs)[number]["name"];
type Reached = Extract<TimeToAccuracy, { reached: true }>;

/**
 * Accuracy on the test images against what it cost: training time, images seen and updates made. Where a curve first reaches
 * the target, a line leads down to the cost until then.
 * @param options `target` and `chance` (the accuracy of guessing): shares from 0 to 1, drawn as lines.
 * @throws one line when there is no curve, and for a target that is no share.
 */
export function timeToAccuracyFigure(
  curves: readonly NamedAccuracy[],
  options: { target?: number; chance?: number; label?: string } = {},
): Figure {
  if (curves.length === 0) throw new Error("This figure needs curves of accuracy, and there are none: train a run.");
  const { target, chance, label = "" } = options;
  const reached = curves.map(({ curve }) => (target === undefined ? undefined : timeToAccuracy(curve, target)));
  const plan = { rows: 1, columns: costs.map(({ heading }) => heading) };
  const panels = panelsOf(plan);
  const highest = Math.max(target ?? 0, ...curves.flatMap(({ curve }) => curve.points.map(({ accuracy }) => accuracy)));
  const ends = costs.map(
    ({ name }) => 1.06 * Math.max(...curves.flatMap(({ curve }) => curve.points.map((point) => point[name]))),
  );
  const costIn = ({ column }: Panel): Cost => costs[column].name;
  const drops = panels.flatMap((panel) =>
    reached.flatMap((time, index) => dropLine(time, index, costIn(panel), panel)),
  );
  const traces = nameOnce(
    panels.flatMap((panel) => [
      ...levelLine("guessing", chance, ends[panel.column], panel),
      ...levelLine("target", target, ends[panel.column], panel),
      ...curves.map((named, index) => curveTrace(named, index, costIn(panel), panel)),
    ]),
  );
  return panelFigure(titleOf(curves, reached, target), noteOf(curves, reached, label), [...drops, ...traces], {
    ...plan,
    height: 330,
    x: ({ column }) => {
      const [{ quantity, unit }, end] = [costs[column], ends[column]];
      return axis(quantity, unit, { range: [0, end], nticks: 5, tickformat: end < 10_000 ? "," : "~s" });
    },
    y: (panel) => rowAxis(panel, "Accuracy on test images", "%", { range: [0, Math.min(105, 118 * highest)] }),
    annotations: panels.flatMap((panel) => paidTexts(reached, costIn(panel), ends[panel.column], panel)),
    layout: { showlegend: true },
  });
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

/** A line from where a curve reaches the target down to the cost. */
function dropLine(time: TimeToAccuracy | undefined, index: number, cost: Cost, { axes }: Panel): Trace[] {
  if (!time?.reached) return [];
  const line = { color: seriesStyle(index).colour, width: 1.5, dash: "dot" } as const;
  const ends = { x: [time[cost], time[cost]], y: [0, 100 * time.target] };
  return [{ ...axes, ...ends, type: "scatter", mode: "lines", line, showlegend: false, hoverinfo: "skip" }];
}

/** The costs, beside the foot of each line; one above the other, so that they do not overlap. */
function paidTexts(
  reached: (TimeToAccuracy | undefined)[],
  cost: Cost,
  end: number,
  { axes }: Panel,
): Partial<Annotation>[] {
  const times = reached.filter((time): time is Reached => time?.reached === true).sort((a, b) => b[cost] - a[cost]);
  return times.map((time, row) => {
    const isNearEnd = time[cost] > 0.7 * end;
    const side = { xanchor: isNearEnd ? "right" : "left", xshift: isNearEnd ? -3 : 3 } as const;
    const place = { xref: axes.xaxis, yref: axes.yaxis, x: time[cost], y: 0, yshift: 2 + 18 * row, ...side };
    const font = { size: 13, color: ink, shadow: halo };
    return textAnnotation(`<b>${paidText(time, cost)}</b>`, { ...place, yanchor: "bottom", font });
  });
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
