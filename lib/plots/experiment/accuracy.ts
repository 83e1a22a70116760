import type { Annotations } from "plotly.js";
import { timeToAccuracy, type AccuracyCurve, type TimeToAccuracy } from "../../measure/accuracy";
import { percent, remarks, times } from "./text";
import type { Figure } from "../figure";
import { nameOnce, panelFigure, panelsOf, rowAxis, type Panel } from "../panels";
import { halo } from "../scaling/labels";
import { axis, ink, seriesStyle, short } from "../theme";
import { lineAndPoints, words, type Trace } from "../traces";

/** A run's accuracy with its name in the figure. */
export interface NamedAccuracy {
  name: string;
  curve: AccuracyCurve;
}

/** What the accuracy is drawn against. */
const prices = [
  { of: "seconds", heading: "At equal time", quantity: "Training time", unit: "s" },
  { of: "images", heading: "At equal images", quantity: "Images seen", unit: undefined },
  { of: "updates", heading: "At equal updates", quantity: "Updates", unit: undefined },
] as const;

type Price = (typeof prices)[number]["of"];
type Reached = Extract<TimeToAccuracy, { reached: true }>;

/**
 * Accuracy on the test images against the training time, the images seen and the updates made: what was paid for it in
 * each. Where a curve first reaches the target it a line leads down to what was paid until then.
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
  const plan = { rows: 1, columns: prices.map(({ heading }) => heading) };
  const panels = panelsOf(plan);
  const highest = Math.max(target ?? 0, ...curves.flatMap(({ curve }) => curve.points.map(({ accuracy }) => accuracy)));
  const ends = prices.map(
    ({ of }) => 1.06 * Math.max(...curves.flatMap(({ curve }) => curve.points.map((point) => point[of]))),
  );
  const drops = panels.flatMap((panel) =>
    reached.flatMap((time, at) => dropLine(time, at, prices[panel.column].of, panel)),
  );
  const traces = nameOnce(
    panels.flatMap((panel) => [
      ...levelLine("guessing", chance, ends[panel.column], panel),
      ...levelLine("target", target, ends[panel.column], panel),
      ...curves.map((named, at) => curveTrace(named, at, prices[panel.column].of, panel)),
    ]),
  );
  const drawn = panelFigure(titleOf(curves, reached, target), noteOf(curves, reached, label), [...drops, ...traces], {
    ...plan,
    height: 330,
    x: ({ column }) => {
      const [{ quantity, unit }, end] = [prices[column], ends[column]];
      return axis(quantity, unit, { range: [0, end], nticks: 5, tickformat: end < 10_000 ? "," : "~s" });
    },
    y: (panel) => rowAxis(panel, "Accuracy on test images", "%", { range: [0, Math.min(105, 118 * highest)] }),
  });
  drawn.layout.annotations?.push(
    ...panels.flatMap((panel) => paidTexts(reached, prices[panel.column].of, ends[panel.column], panel)),
  );
  return { ...drawn, layout: { ...drawn.layout, showlegend: true } };
}

function levelLine(name: string, share: number | undefined, end: number, { axes }: Panel): Trace[] {
  if (share === undefined) return [];
  const dash = name === "target" ? "solid" : "dot";
  const line = { color: "#666666", width: 1.5, dash } as const;
  const ends = { x: [0, end], y: [100 * share, 100 * share] };
  const named = { name: `${name}: ${percent(share)}`, legendgroup: name };
  return [{ ...axes, ...named, ...ends, type: "scatter", mode: "lines", line, hoverinfo: "skip" }];
}

function curveTrace({ name, curve }: NamedAccuracy, at: number, of: Price, { axes }: Panel): Trace {
  return {
    ...axes,
    type: "scatter",
    mode: "lines+markers",
    name,
    legendgroup: `${at}: ${name}`,
    x: curve.points.map((point) => point[of]),
    y: curve.points.map(({ accuracy }) => 100 * accuracy),
    ...lineAndPoints(seriesStyle(at), 8),
    hovertext: curve.points.map(({ epoch }) => `epoch ${epoch}`),
    hovertemplate: `${name}, %{hovertext}: %{y:.1f} %<extra></extra>`,
  };
}

/** A line from where each curve reaches the target down to what was paid. */
function dropLine(time: TimeToAccuracy | undefined, at: number, of: Price, { axes }: Panel): Trace[] {
  if (!time?.reached) return [];
  const line = { color: seriesStyle(at).colour, width: 1.5, dash: "dot" } as const;
  const ends = { x: [time[of], time[of]], y: [0, 100 * time.target] };
  return [{ ...axes, ...ends, type: "scatter", mode: "lines", line, showlegend: false, hoverinfo: "skip" }];
}

/** What was paid, beside the foot of each line; one above the other, so that they do not meet. */
function paidTexts(
  reached: (TimeToAccuracy | undefined)[],
  of: Price,
  end: number,
  { axes }: Panel,
): Partial<Annotations>[] {
  const there = reached.filter((time): time is Reached => time?.reached === true).sort((a, b) => b[of] - a[of]);
  return there.map((time, row) => {
    const side =
      time[of] > 0.7 * end ? ({ xanchor: "right", xshift: -3 } as const) : ({ xanchor: "left", xshift: 3 } as const);
    const place = { xref: axes.xaxis, yref: axes.yaxis, x: time[of], y: 0, yshift: 2 + 18 * row, ...side };
    const font = { size: 13, color: ink, shadow: halo };
    return words(`<b>${paidText(time, of)}</b>`, { ...place, yanchor: "bottom", font });
  });
}

function paidText(time: Reached, of: Price): string {
  return of === "seconds" ? `${short(time.seconds)} s` : short(Math.round(Number(time[of].toPrecision(3))));
}

/** Which curve is first at the target, and how much sooner than the last one. */
function titleOf(curves: readonly NamedAccuracy[], reached: (TimeToAccuracy | undefined)[], target?: number): string {
  if (target === undefined) return "Accuracy by time, by images and by updates";
  const there = reached.flatMap((time, at) => (time?.reached ? [{ time, name: curves[at].name }] : []));
  if (there.length === 0) return `No run is ${percent(target)} accurate`;
  there.sort((a, b) => a.time.seconds - b.time.seconds);
  const [first, last] = [there[0], there[there.length - 1]];
  const start = `${percent(target)} accurate after ${paidText(first.time, "seconds")} with ${first.name}`;
  if (there.length === 1) return start;
  return `${start}: ${times(last.time.seconds / first.time.seconds)} times sooner than with ${last.name}`;
}

/** Which runs never reach the target, or do not stay there. */
function noteOf(curves: readonly NamedAccuracy[], reached: (TimeToAccuracy | undefined)[], label: string): string {
  const shortfalls = reached.flatMap((time, at) => {
    const { name } = curves[at];
    if (time === undefined) return [];
    if (!time.reached) return [`${name} comes to ${percent(time.best)} at best`];
    return time.stays ? [] : [`${name} falls below it again`];
  });
  return remarks(label, ...shortfalls);
}
