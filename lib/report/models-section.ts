import { mean, variance } from "simple-statistics";
import { levelsInWords } from "../experiment/design";
import { cells, factorsBut, type Cell } from "../experiment/observations";
import { fitCost, parameterTable, type CostFit } from "../experiment/predict";
import { fitTimeModel, termRows } from "../experiment/statistics";
import { valueOrReason } from "../experiment/value-or-reason";
import { residualsFigure, timeModelsFigure, timeSurfaceFigure } from "../plots";
import type { Rows } from "../system/rows";
import { folded, heading, notice, paragraph, picture, table, type Part, type Section } from "./html";
import type { Material } from "./material";

/** The linear, quadratic and cost models of time, for each network and mode. */
export function modelsSection({ studied }: Material): Section {
  const laws = cells(studied, factorsBut(studied, "batch", "nodes")).map(modelsOf);
  const quality = laws.flatMap(qualityRows);
  return [
    "Models of time",
    paragraph(
      "For each network and mode: least squares on batch and nodes, and on their squares and product, over the runs on more than " +
        "one node; and the cost model, compute / nodes + all-reduces × (latency + 2 (n − 1) / n × bytes / bandwidth), over all runs.",
    ),
    laws.length === 0 && notice("No run has completed yet."),
    quality.length > 0 && table(quality, "How well they fit"),
    laws.map(lawParts),
  ];
}

/** The models for one network and mode, each with the reason where the runs do not determine it. */
function modelsOf({ levels, observations }: Cell) {
  return {
    label: levelsInWords(levels),
    observations,
    linear: valueOrReason(() => fitTimeModel(observations, "linear")),
    quadratic: valueOrReason(() => fitTimeModel(observations, "quadratic")),
    cost: valueOrReason(() => fitCost(observations)),
  };
}

type Models = ReturnType<typeof modelsOf>;

function qualityRows({ label, linear, quadratic, cost: { value: cost } }: Models): Rows {
  const digits = (value: number, unit: string) => (Number.isFinite(value) ? `${value.toPrecision(3)} ${unit}` : "–");
  const timeModels = [linear.value, quadratic.value].flatMap((model) => model ?? []);
  return [
    ...timeModels.map((model) => ({
      runs: label,
      model: model.kind,
      "R²": model.rSquared,
      "adjusted R²": model.adjustedRSquared,
      "residual standard error": digits(model.residualStandardError, "s"),
      "degrees of freedom": model.degreesOfFreedom,
    })),
    ...(cost
      ? [
          {
            runs: label,
            model: "cost",
            "R²": rSquared(cost),
            "residual standard error": digits(100 * (cost.residualStandardDeviation ?? NaN), "%"),
            "degrees of freedom": cost.degreesOfFreedom,
          },
        ]
      : []),
  ];
}

/** R² of the seconds, as for the other models; NaN where there is no variation to explain. */
function rSquared({ observations, fitted }: CostFit): number {
  const squares = observations.map(({ seconds }, at) => (seconds - fitted[at]) ** 2);
  return 1 - mean(squares) / (variance(observations.map(({ seconds }) => seconds)) || NaN);
}

function lawParts({ label, observations, linear, quadratic, cost }: Models): Part {
  const curves = { cost: cost.value, quadratic: quadratic.value, linear: linear.value };
  const several = observations.some(({ levels }) => Number(levels.nodes) > 1);
  return [
    heading(label),
    Object.entries({ Linear: linear, Quadratic: quadratic, Cost: cost }).map(
      ([name, { why }]) => why !== undefined && notice(`${name} model: ${why}`),
    ),
    linear.value && table(termRows(linear.value), `Linear model of ${label}, seconds`),
    quadratic.value && table(termRows(quadratic.value), `Quadratic model of ${label}, seconds`),
    cost.value && table(parameterTable(cost.value), `Cost model of ${label}; 95 % intervals, and what is held and why`),
    Object.values(curves).some(Boolean) && [
      several && picture("Time against batch", () => timeModelsFigure(observations, curves)),
      picture("Residuals", () => residualsFigure(curves)),
      several &&
        folded(
          "The models as surfaces over batch and nodes",
          picture("Surfaces", () => timeSurfaceFigure(observations, curves)),
        ),
    ],
  ];
}
