import { levelsAmong, type Observation } from "../../experiment/observations";
import { wayOf, type Way } from "../../measure";
import { factorTitle, levelsText, levelText, percent, refuseMixtures, remarks, responseTitle } from "./text";
import type { Figure } from "../figure";
import { nameOnce, panelFigure, panelsOf, rowAxis, type Panel } from "../panels";
import { axis, seriesStyle, zeroLine, type SeriesStyle } from "../theme";
import { scatter, whitePoints, type Trace } from "../traces";

/** The configuration whose time a model gives. */
export interface TimePlan {
  /** Images a step on one node. */
  batch: number;
  nodes: number;
  /** Those of the runs shown with the model; a model fitted to one model and mode ignores them. */
  model?: string;
  mode?: Way;
  syncEvery?: number;
}

/** A model of time, as far as figures need it: a `TimeModel` or a cost model. */
export interface TimeCurve {
  predict: (plan: TimePlan) => { seconds: number };
}

/** Models fitted to the same runs. */
export interface TimeCurves {
  cost?: TimeCurve;
  quadratic?: TimeCurve;
  linear?: TimeCurve;
}

export type CurveKind = keyof TimeCurves;

/** The name of each model, its name with its shape, and its look. */
export const curveLooks: Record<CurveKind, { name: string; shape: string; style: SeriesStyle }> = {
  cost: { name: "cost model", shape: "cost model: a hyperbola", style: seriesStyle(0) },
  quadratic: { name: "quadratic", shape: "quadratic model: a parabola", style: seriesStyle(1) },
  linear: { name: "linear", shape: "linear model: a line", style: seriesStyle(2) },
};

/** The kinds of models, in the order of figures. */
export const curveKinds: readonly CurveKind[] = ["cost", "quadratic", "linear"];

/** A model's times for one model and mode, in seconds. */
export interface Curve {
  kind: CurveKind;
  seconds: (plan: Pick<TimePlan, "batch" | "nodes">) => number;
}

/** The curves of the given models, for the observations' model and mode. @throws one line when there is no model. */
export function curvesOf(curves: TimeCurves, [{ levels, run }]: readonly Observation[]): Curve[] {
  const mode = wayOf(run.configuration);
  const shared = { model: String(levels.model), mode, syncEvery: run.configuration.syncEvery ?? 1 };
  const given = curveKinds.flatMap((kind): Curve[] => {
    const curve = curves[kind];
    return curve ? [{ kind, seconds: (plan) => curve.predict({ ...shared, ...plan }).seconds }] : [];
  });
  if (given.length === 0) throw new Error("This figure needs a model of the times, and there is none: fit one first.");
  return given;
}

/** The curves extend from 0.6 of the smallest measured batch to 1.5 of the largest. */
const beyond = [0.6, 1.5];
const samples = 90;

/**
 * Time against batch on more than one node, a panel for each node count: each measured run as a dot, and the curves of the
 * models fitted to them, which extend beyond the measured batches. The note below the title names curves that become
 * impossible: a parabola that rises again, a line that falls below zero.
 * @param observations Of one model and one mode.
 * @throws one line when there are no observations on several nodes, or no curve.
 */
export function timeModelsFigure(
  observations: readonly Observation[],
  curves: TimeCurves,
  options: { label?: string } = {},
): Figure {
  const measured = severalNodes(observations);
  const shown = curvesOf(curves, measured);
  const counts = numbers(measured, "nodes");
  const batches = numbers(measured, "batch");
  const grid = wholeNumbers(beyond[0] * batches[0], beyond[1] * batches[batches.length - 1], samples);
  const [from, to] = [grid[0], grid[grid.length - 1]];
  const highest = Math.max(...measured.map(({ seconds }) => seconds));
  const panels = panelsOf({ rows: 1, columns: counts.map(String) });
  const traces = nameOnce([
    ...shown.flatMap((curve) => panels.map((panel) => curveOf(curve, grid, counts[panel.column], panel))),
    ...panels.map((panel) => dotsOf(measured, counts[panel.column], panel)),
  ]);
  return panelFigure(
    titleOf(measured, shown),
    remarks(configuration(measured, options.label), ...shown.map((curve) => warningOf(curve, grid, counts))),
    traces,
    {
      rows: 1,
      height: 320,
      columns: counts.map((count) => levelText("nodes", count)),
      x: () => axis(factorTitle("batch"), undefined, { range: [0.9 * from, 1.01 * to] }),
      y: (panel) => {
        const range: [number, number] = [-0.1 * highest, 1.25 * highest];
        return rowAxis(panel, responseTitle(measured), "s", { range, ...zeroLine, tickformat: "," });
      },
    },
  );
}

/** Observations of one model and mode on more than one node. @throws one line when there is none, or several models or modes. */
export function severalNodes(observations: readonly Observation[]): Observation[] {
  refuseMixtures(observations, ["batch", "nodes"]);
  const measured = observations.filter(({ levels }) => Number(levels.nodes) > 1);
  if (measured.length > 0) return measured;
  throw new Error("This figure needs runs on more than one node, and all of these are on one: measure two nodes.");
}

/** The levels of a numeric factor. */
export function numbers(observations: readonly Observation[], factor: string): number[] {
  return levelsAmong(observations, factor).map(Number);
}

/** About `count` whole numbers over a range, none below 1: possible batches or node counts. */
export function wholeNumbers(from: number, to: number, count: number): number[] {
  const all = Array.from({ length: count + 1 }, (_, step) => Math.round(from + (step / count) * (to - from)));
  return [...new Set(all.map((value) => Math.max(1, value)))];
}

/** "ResNet50, sync; published". */
export function configuration([{ levels }]: readonly Observation[], label = ""): string {
  const fixed = Object.keys(levels).filter((factor) => !["batch", "nodes"].includes(factor));
  return remarks(levelsText(levels, fixed), label);
}

function curveOf({ kind, seconds }: Curve, grid: number[], nodes: number, { axes }: Panel): Trace {
  const { shape, style } = curveLooks[kind];
  return {
    ...axes,
    ...scatter("lines", shape, kind),
    x: grid,
    y: grid.map((batch) => seconds({ batch, nodes })),
    line: { color: style.colour, dash: style.dash, width: 2.5 },
    hovertemplate: `${curveLooks[kind].name}, batch %{x:.0f}: %{y:,.4~g} s<extra></extra>`,
  };
}

function dotsOf(observations: readonly Observation[], nodes: number, { axes }: Panel): Trace {
  const shown = observations.filter(({ levels }) => levels.nodes === nodes);
  return {
    ...axes,
    ...scatter("markers", "measured", "measured"),
    x: shown.map(({ levels }) => Number(levels.batch)),
    y: shown.map(({ seconds }) => seconds),
    marker: whitePoints(9),
    hovertemplate: "measured, batch %{x}: %{y:,.5~g} s<extra></extra>",
  };
}

function titleOf(measured: readonly Observation[], curves: Curve[]): string {
  const worst = curves.map(({ kind, seconds: model }) => {
    const errors = measured.map(({ levels: { batch, nodes }, seconds }) =>
      Math.abs(model({ batch: Number(batch), nodes: Number(nodes) }) / seconds - 1),
    );
    return `${curveLooks[kind].name} ${percent(Math.max(...errors))}`;
  });
  return `Off by at most: ${worst.join(", ")}`;
}

/** Where a curve becomes impossible within the figure; "" where it does not. */
function warningOf({ kind, seconds: model }: Curve, grid: number[], counts: number[]): string {
  const warnings = counts.flatMap((nodes) => {
    const times = grid.map((batch) => model({ batch, nodes }));
    const lowest = times.indexOf(Math.min(...times));
    const below = times.findIndex((seconds) => seconds < 0);
    const on = `(${levelText("nodes", nodes)})`;
    if (below >= 0) return [`the ${kind} model falls below 0 s at batch ${grid[below]} ${on}`];
    return lowest > 0 && lowest < times.length - 1
      ? [`the ${kind} model rises again from batch ${grid[lowest]} ${on}`]
      : [];
  });
  return warnings[0] ?? "";
}
