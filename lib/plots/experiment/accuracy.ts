import type { Annotations, PlotData } from "plotly.js";
import { timeToAccuracy, type AccuracyCurve, type TimeToAccuracy } from "../../measure/accuracy";
import { percent, times } from "./text";
import type { Figure } from "../figure";
import { nameOnce, panelFigure, panelsOf, type Panel } from "../panels";
import { halo } from "../scaling/labels";
import { axis, ink, pointMarker, seriesStyle, short } from "../theme";

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
  const panels = panelsOf({ rows: 1, columns: prices.map(({ heading }) => heading) });
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
    rows: 1,
    height: 330,
    columns: prices.map(({ heading }) => heading),
    legend: traces.filter(({ showlegend }) => showlegend).map(({ name }) => name ?? ""),
    x: ({ column }) => {
      const [{ quantity, unit }, end] = [prices[column], ends[column]];
      return axis(quantity, unit, { range: [0, end], nticks: 5, tickformat: end < 10_000 ? "," : "~s" });
    },
    y: ({ column }) =>
      axis(column === 0 ? "Accuracy on test images" : "", column === 0 ? "%" : undefined, {
        range: [0, Math.min(105, 118 * highest)],
        showticklabels: column === 0,
      }),
  });
  drawn.layout.annotations?.push(
    ...panels.flatMap((panel) => paidTexts(reached, prices[panel.column].of, ends[panel.column], panel)),
  );
  return { ...drawn, layout: { ...drawn.layout, showlegend: true } };
}

type Trace = Partial<PlotData>;

function levelLine(name: string, share: number | undefined, end: number, { axes }: Panel): Trace[] {
  if (share === undefined) return [];
  const dash = name === "target" ? "solid" : "dot";
  const line = { color: "#666666", width: 1.5, dash } as const;
  const y = [100 * share, 100 * share];
  return [
    {
      ...axes,
      type: "scatter",
      mode: "lines",
      name: `${name}: ${percent(share)}`,
      legendgroup: name,
      x: [0, end],
      y,
      line,
      hoverinfo: "skip",
    },
  ];
}

function curveTrace({ name, curve }: NamedAccuracy, at: number, of: Price, { axes }: Panel): Trace {
  const style = seriesStyle(at);
  return {
    ...axes,
    type: "scatter",
    mode: "lines+markers",
    name,
    legendgroup: `${at}: ${name}`,
    x: curve.points.map((point) => point[of]),
    y: curve.points.map(({ accuracy }) => 100 * accuracy),
    line: { color: style.colour, dash: style.dash, width: 2.5 },
    marker: { ...pointMarker(style), size: 8 },
    hovertext: curve.points.map(({ epoch }) => `epoch ${epoch}`),
    hovertemplate: `${name}, %{hovertext}: %{y:.1f} %<extra></extra>`,
  };
}

/** A line from where each curve reaches the target down to what was paid. */
function dropLine(time: TimeToAccuracy | undefined, at: number, of: Price, { axes }: Panel): Trace[] {
  if (!time?.reached) return [];
  const line = { color: seriesStyle(at).colour, width: 1.5, dash: "dot" } as const;
  const [x, y] = [
    [time[of], time[of]],
    [0, 100 * time.target],
  ];
  return [{ ...axes, type: "scatter", mode: "lines", x, y, line, showlegend: false, hoverinfo: "skip" }];
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
    const isFar = time[of] > 0.7 * end;
    return {
      xref: axes.xaxis,
      yref: axes.yaxis,
      x: time[of],
      y: 0,
      xanchor: isFar ? "right" : "left",
      xshift: isFar ? -3 : 3,
      yanchor: "bottom",
      yshift: 2 + 18 * row,
      text: `<b>${paidText(time, of)}</b>`,
      showarrow: false,
      font: { size: 13, color: ink, shadow: halo },
    };
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
  const remarks = reached.flatMap((time, at) => {
    const { name } = curves[at];
    if (time === undefined) return [];
    if (!time.reached) return [`${name} comes to ${percent(time.best)} at best`];
    return time.stays ? [] : [`${name} falls below it again`];
  });
  return [label, ...remarks].filter((part) => part !== "").join("; ");
}
