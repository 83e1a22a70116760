import { mean } from "simple-statistics";
import type { Observation } from "../../experiment/observations";
import { factorTitle, levelText } from "./text";
import { curveKinds, curveLooks, numbers, type CurveKind } from "./time-models";
import type { Figure } from "../figure";
import { nameOnce, panelFigure, panelsOf, rowAxis, type Panel } from "../panels";
import { axis, pointMarker, seriesStyle, short, zeroLine } from "../theme";
import type { Trace } from "../traces";

/** A model and the runs it was fitted to: a `TimeModel` of the statistics, or a cost model's fit. */
export interface FittedTimes {
  observations: readonly Observation[];
  /** What the model says of each observation, in seconds. */
  fitted: readonly number[];
}

interface Residuals {
  kind: CurveKind;
  observations: readonly Observation[];
  fitted: readonly number[];
  /** Measured less fitted, in seconds. */
  residuals: number[];
}

/**
 * Residuals (measured less fitted) of models beside each other, a column for each: above against the fitted time, below
 * against the batch, where thin lines join the means. Points that scatter around 0 are what chance leaves; a bow is what
 * the model does not say. Points are told apart by their number of nodes. All panels share one vertical axis.
 * @throws one line when there is no model.
 */
export function residualsFigure(
  models: Partial<Record<CurveKind, FittedTimes>>,
  options: { label?: string } = {},
): Figure {
  const there = curveKinds.flatMap((kind): Residuals[] => {
    const model = models[kind];
    if (!model || model.observations.length === 0) return [];
    const { observations, fitted } = model;
    return [{ kind, observations, fitted, residuals: observations.map(({ seconds }, at) => seconds - fitted[at]) }];
  });
  if (there.length === 0)
    throw new Error("This figure needs the residuals of a model, and there is none: fit one first.");
  const counts = numbers(
    there.flatMap(({ observations }) => observations),
    "nodes",
  );
  const plan = { rows: 2, columns: there.map(({ kind }) => curveLooks[kind].name) };
  const reach = 1.15 * Math.max(1e-9, ...there.flatMap(({ residuals }) => residuals.map(Math.abs)));
  const traces = nameOnce(
    panelsOf(plan)
      .flatMap((panel) => counts.flatMap((nodes, at) => tracesOf(there[panel.column], nodes, at, panel)))
      .filter(({ x }) => (x?.length ?? 0) > 0),
  );
  return panelFigure(titleOf(there), options.label ?? "", traces, {
    ...plan,
    height: 190,
    gap: { rows: 74 },
    x: ({ row, column }) =>
      row === 0
        ? axis("Fitted time", "s", { tickformat: ",", nticks: 4, ...room(there[column].fitted) })
        : axis(factorTitle("batch"), undefined, room(numbers(there[column].observations, "batch"))),
    y: (panel) => rowAxis(panel, "Measured less fitted", "s", { range: [-reach, reach], ...zeroLine, tickformat: "," }),
  });
}

/** A range with room beside the outermost values. */
function room(values: readonly number[]): { range: [number, number] } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = 0.12 * (most - least) || 0.2 * Math.abs(most) || 1;
  return { range: [least - margin, most + margin] };
}

function tracesOf(model: Residuals, nodes: number, at: number, { row, axes }: Panel): Trace[] {
  const style = seriesStyle(at);
  const own = model.observations
    .map(({ levels }, index) => ({ levels, fitted: model.fitted[index], residual: model.residuals[index] }))
    .filter(({ levels }) => levels.nodes === nodes);
  const name = levelText("nodes", nodes);
  const shared = { ...axes, type: "scatter", name, legendgroup: name } as const;
  const dots: Trace = {
    ...shared,
    mode: "markers",
    x: own.map(({ levels, fitted }) => (row === 0 ? fitted : Number(levels.batch))),
    y: own.map(({ residual }) => residual),
    marker: { ...pointMarker(style), size: 9 },
    hovertemplate: `${name}, %{x:,.5~g}: %{y:,.4~g} s<extra></extra>`,
  };
  if (row === 0) return [dots];
  const batches = numbers(model.observations, "batch");
  const means = batches.flatMap((batch) => {
    const here = own.filter(({ levels }) => levels.batch === batch);
    return here.length === 0 ? [] : [{ batch, mean: mean(here.map(({ residual }) => residual)) }];
  });
  const line: Trace = {
    ...shared,
    mode: "lines",
    x: means.map(({ batch }) => batch),
    y: means.map((each) => each.mean),
    line: { color: style.colour, dash: style.dash, width: 1.5 },
    hoverinfo: "skip",
  };
  return [line, dots];
}

function titleOf(there: Residuals[]): string {
  const largest = there.map(
    ({ kind, residuals }) => `${curveLooks[kind].name} ${short(Math.max(...residuals.map(Math.abs)))} s`,
  );
  return `Residuals up to: ${largest.join(", ")}`;
}
