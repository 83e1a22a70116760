import { mean, variance } from "simple-statistics";
import { levelsInWords } from "../experiment/design";
import { cells, factorsBut, type Cell } from "../experiment/observations";
import { fitCost, parameterTable, type CostFit } from "../experiment/predict";
import { fitTimeModel, termRows } from "../experiment/statistics";
import { tried } from "../experiment/tried";
import { residualsFigure, timeModelsFigure, timeSurfaceFigure } from "../plots";
import type { Rows } from "../system/rows";
import { folded, heading, note, paragraph, picture, table, type Part, type Section } from "./html";
import type { Material } from "./material";

/** Linear and quadratic models of time, and the cost model, for each network and mode. */
export function modelsSection({ studied }: Material): Section {
  const laws = cells(studied, factorsBut(studied, "batch", "nodes")).map(modelsOf);
  const quality = laws.flatMap(qualityRows);
  return [
    "Models of time",
    paragraph(
      "For each network and mode: least squares on batch and nodes, and on their squares and product, over the runs on more than " +
        "one node; and the cost model, compute / nodes + all-reduces × (latency + 2 (n − 1) / n × bytes / bandwidth), over all runs.",
    ),
    laws.length === 0 && note("No run has completed yet."),
    quality.length > 0 && table(quality, "How well they fit"),
    laws.map(lawParts),
  ];
}

/** The models of one law of time: of one network and mode. Those that the runs cannot tell say why. */
function modelsOf({ levels, observations }: Cell) {
  return {
    label: levelsInWords(levels),
    observations,
    linear: tried(() => fitTimeModel(observations, "linear")),
    quadratic: tried(() => fitTimeModel(observations, "quadratic")),
    cost: tried(() => fitCost(observations)),
  };
}

type Models = ReturnType<typeof modelsOf>;

function qualityRows({ label, linear, quadratic, cost: { value: cost } }: Models): Rows {
  const digits = (value: number, unit: string) => (Number.isFinite(value) ? `${value.toPrecision(3)} ${unit}` : "–");
  const ofTime = [linear.value, quadratic.value].flatMap((model) => model ?? []);
  return [
    ...ofTime.map((model) => ({
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

/** Of the seconds, as the other models have it; NaN where there is no variation to explain. */
function rSquared({ observations, fitted }: CostFit): number {
  const squares = observations.map(({ seconds }, at) => (seconds - fitted[at]) ** 2);
  return 1 - mean(squares) / (variance(observations.map(({ seconds }) => seconds)) || NaN);
}

function lawParts({ label, observations, linear, quadratic, cost }: Models): Part {
  const curves = {
    ...(cost.value && { cost: cost.value }),
    ...(quadratic.value && { quadratic: quadratic.value }),
    ...(linear.value && { linear: linear.value }),
  };
  const several = observations.some(({ levels }) => Number(levels.nodes) > 1);
  return [
    heading(label),
    linear.why !== undefined && note(`Linear model: ${linear.why}`),
    quadratic.why !== undefined && note(`Quadratic model: ${quadratic.why}`),
    cost.why !== undefined && note(`Cost model: ${cost.why}`),
    linear.value && table(termRows(linear.value), `Linear model of ${label}, seconds`),
    quadratic.value && table(termRows(quadratic.value), `Quadratic model of ${label}, seconds`),
    cost.value && table(parameterTable(cost.value), `Cost model of ${label}; 95 % intervals, and what is held and why`),
    Object.keys(curves).length > 0 && [
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
