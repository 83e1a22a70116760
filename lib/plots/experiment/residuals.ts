import { mean } from "simple-statistics";
import type { Observation } from "../../experiment/observations";
import { factorTitle, levelText } from "./text";
import { curveKinds, curveLooks, numbers, type CurveKind } from "./time-models";
import type { Figure } from "../figure";
import { nameOnce, panelFigure, panelsOf, rowAxis, type Panel } from "../panels";
import { axis, pointMarker, seriesStyle, shortNumber, zeroLine } from "../theme";
import { scatter, type Trace } from "../traces";

/** A model and the runs it was fitted to: a `TimeModel` or a `CostFit`. */
export interface FittedTimes {
  observations: readonly Observation[];
  /** The model's time for each observation, in seconds. */
  fitted: readonly number[];
}

interface Residuals extends FittedTimes {
  kind: CurveKind;
  /** Measured less fitted, in seconds. */
  residuals: number[];
}

/**
 * Residuals (measured less fitted) of models, a column for each: above against the fitted time, below against the batch,
 * where thin lines join the means. Scatter around 0 is chance; a bow is what the model misses. The points' colour and form
 * give the number of nodes. All panels share one vertical axis.
 * @throws one line when there is no model.
 */
export function residualsFigure(
  models: Partial<Record<CurveKind, FittedTimes>>,
  options: { label?: string } = {},
): Figure {
  const shown = curveKinds.flatMap((kind): Residuals[] => {
    const model = models[kind];
    if (!model || model.observations.length === 0) return [];
    const { observations, fitted } = model;
    return [{ kind, observations, fitted, residuals: observations.map(({ seconds }, run) => seconds - fitted[run]) }];
  });
  if (shown.length === 0)
    throw new Error("This figure needs the residuals of a model, and there is none: fit one first.");
  const counts = numbers(
    shown.flatMap(({ observations }) => observations),
    "nodes",
  );
  const plan = { rows: 2, columns: shown.map(({ kind }) => curveLooks[kind].name) };
  const reach = 1.15 * Math.max(1e-9, ...shown.flatMap(({ residuals }) => residuals.map(Math.abs)));
  const traces = nameOnce(
    panelsOf(plan)
      .flatMap((panel) => counts.flatMap((nodes, index) => tracesOf(shown[panel.column], nodes, index, panel)))
      .filter(({ x }) => (x?.length ?? 0) > 0),
  );
  return panelFigure(titleOf(shown), options.label ?? "", traces, {
    ...plan,
    height: 190,
    gap: { rows: 74 },
    x: ({ row, column }) =>
      row === 0
        ? axis("Fitted time", "s", { tickformat: ",", nticks: 4, ...room(shown[column].fitted) })
        : axis(factorTitle("batch"), undefined, room(numbers(shown[column].observations, "batch"))),
    y: (panel) => rowAxis(panel, "Measured less fitted", "s", { range: [-reach, reach], ...zeroLine, tickformat: "," }),
  });
}

/** A range with room beside the outermost values. */
function room(values: readonly number[]): { range: [number, number] } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = 0.12 * (most - least) || 0.2 * Math.abs(most) || 1;
  return { range: [least - margin, most + margin] };
}

function tracesOf(model: Residuals, nodes: number, index: number, { row, axes }: Panel): Trace[] {
  const style = seriesStyle(index);
  const runs = model.observations
    .map(({ levels }, run) => ({ levels, fitted: model.fitted[run], residual: model.residuals[run] }))
    .filter(({ levels }) => levels.nodes === nodes);
  const name = levelText("nodes", nodes);
  const dots: Trace = {
    ...axes,
    ...scatter("markers", name, name),
    x: runs.map(({ levels, fitted }) => (row === 0 ? fitted : Number(levels.batch))),
    y: runs.map(({ residual }) => residual),
    marker: { ...pointMarker(style), size: 9 },
    hovertemplate: `${name}, %{x:,.5~g}: %{y:,.4~g} s<extra></extra>`,
  };
  if (row === 0) return [dots];
  const batches = numbers(model.observations, "batch");
  const means = batches.flatMap((batch) => {
    const residuals = runs.filter(({ levels }) => levels.batch === batch).map(({ residual }) => residual);
    return residuals.length === 0 ? [] : [{ batch, mean: mean(residuals) }];
  });
  const line: Trace = {
    ...axes,
    ...scatter("lines", name, name),
    x: means.map(({ batch }) => batch),
    y: means.map((point) => point.mean),
    line: { color: style.colour, dash: style.dash, width: 1.5 },
    hoverinfo: "skip",
  };
  return [line, dots];
}

function titleOf(models: Residuals[]): string {
  const largest = models.map(
    ({ kind, residuals }) => `${curveLooks[kind].name} ${shortNumber(Math.max(...residuals.map(Math.abs)))} s`,
  );
  return `Residuals up to: ${largest.join(", ")}`;
}
