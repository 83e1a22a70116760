import { predictedFigure, residualsFigure, timeModelsFigure, timeSurfaceFigure, type TimeCurves } from "../plots";
import type { Rows } from "../system/rows";
import { factorsBut, type Observation } from "../experiment/observations";
import {
  errorSummary,
  fitCost,
  leaveOut,
  leftOutTable,
  parameterTable,
  type CostFit,
  type LeftOutRow,
} from "../experiment/predict";
import { fitTimeModel, termRows, type TimeModel } from "../experiment/statistics";
import { tried } from "../experiment/tried";
import { folded, heading, list, note, oneLine, orWhy, paragraph, pictureOrWhy, table, type Section } from "./html";
import { completed, inDesignOrder, inWords, laws, varied, without, type Material } from "./material";

/** The models of one law of time: of one network and mode. Those that the runs cannot tell are missing, with the reason. */
interface Models {
  label: string;
  observations: Observation[];
  linear?: TimeModel;
  quadratic?: TimeModel;
  cost?: CostFit;
  why: string[];
}

function modelsOf({ label, observations }: ReturnType<typeof laws>[number]): Models {
  const linear = tried(() => fitTimeModel(observations, "linear"));
  const quadratic = tried(() => fitTimeModel(observations, "quadratic"));
  const cost = tried(() => fitCost(observations));
  const reasons: [string, string | undefined][] = [
    ["Linear model", linear.why],
    ["Quadratic model", quadratic.why],
    ["Cost model", cost.why],
  ];
  return {
    ...{ label, observations, linear: linear.value, quadratic: quadratic.value, cost: cost.value },
    why: reasons.flatMap(([name, why]) => (why === undefined ? [] : [`${name}: ${oneLine(why)}`])),
  };
}

/** Linear and quadratic models of time, and the cost model, for each network and mode. */
export function modelsSection(material: Material): Section {
  const all = laws(completed(inDesignOrder(material.results))).map(modelsOf);
  const quality = all.flatMap(qualityRows);
  return {
    id: "models",
    title: "Models of time",
    parts: [
      paragraph(
        "For each network and mode: least squares on batch and nodes, and on their squares and product, over the runs on more than " +
          "one node; and the cost model, compute / nodes + all-reduces × (latency + 2 (n − 1) / n × bytes / bandwidth), over all runs.",
      ),
      ...(all.length === 0 ? [note("No run has completed yet.")] : []),
      ...(quality.length > 0 ? [table(quality, "How well they fit")] : []),
      ...all.flatMap(lawParts),
    ],
  };
}

function qualityRows({ label, linear, quadratic, cost }: Models): Rows {
  const ofTime = [linear, quadratic].flatMap((model) =>
    model
      ? [
          {
            runs: label,
            model: model.kind,
            "R²": model.rSquared,
            "adjusted R²": model.adjustedRSquared,
            "residual standard error": withUnit(model.residualStandardError, "s"),
            "degrees of freedom": model.degreesOfFreedom,
          },
        ]
      : [],
  );
  if (!cost) return ofTime;
  const deviation = cost.residualStandardDeviation;
  return [
    ...ofTime,
    {
      runs: label,
      model: "cost",
      "R²": rSquared(cost),
      "residual standard error": withUnit(100 * (deviation ?? NaN), "%"),
      "degrees of freedom": cost.degreesOfFreedom,
    },
  ];
}

function withUnit(value: number, unit: string): string {
  return Number.isFinite(value) ? `${value.toPrecision(3)} ${unit}` : "–";
}

/** Of the seconds, as the other models have it; undefined where there is no variation to explain. */
function rSquared({ observations, fitted }: CostFit): number | undefined {
  const seconds = observations.map((each) => each.seconds);
  const centre = seconds.reduce((sum, each) => sum + each, 0) / seconds.length;
  const squares = (values: number[]): number => values.reduce((sum, each) => sum + each ** 2, 0);
  const total = squares(seconds.map((each) => each - centre));
  return total === 0 ? undefined : 1 - squares(seconds.map((each, at) => each - fitted[at])) / total;
}

function lawParts(models: Models): string[] {
  const { label, observations, linear, quadratic, cost, why } = models;
  const curves = { ...(cost && { cost }), ...(quadratic && { quadratic }), ...(linear && { linear }) };
  return [
    heading(label),
    ...why.map(note),
    ...(linear ? [table(termRows(linear), `Linear model of ${label}, seconds`)] : []),
    ...(quadratic ? [table(termRows(quadratic), `Quadratic model of ${label}, seconds`)] : []),
    ...(cost ? [table(parameterTable(cost), `Cost model of ${label}; 95 % intervals, and what is held and why`)] : []),
    ...(Object.keys(curves).length === 0 ? [] : figureParts(observations, curves)),
  ];
}

function figureParts(
  observations: readonly Observation[],
  curves: TimeCurves & Parameters<typeof residualsFigure>[0],
): string[] {
  const several = observations.some(({ levels }) => Number(levels.nodes) > 1);
  const surfaces = () => pictureOrWhy("Surfaces", () => timeSurfaceFigure(observations, curves));
  return [
    ...(several ? [pictureOrWhy("Time against batch", () => timeModelsFigure(observations, curves))] : []),
    pictureOrWhy("Residuals", () => residualsFigure(curves)),
    ...(several ? [folded("The models as surfaces over batch and nodes", surfaces(), { heavy: true })] : []),
  ];
}

/** What the cost model says of runs that it has not seen. */
export function predictionSection(material: Material): Section {
  const all = completed(inDesignOrder(material.results));
  const several = varied(all);
  const factors = ["nodes", "batch", "mode"];
  return {
    id: "prediction",
    title: "Prediction of runs left out",
    parts: [
      paragraph(
        "One level of a factor after the other is left out, the models are fitted to the runs that remain, and predict those left " +
          "out. Errors are predicted over measured, less 1; intervals are those in which a new run lies, 95 %.",
      ),
      ...factors.flatMap((factor) =>
        several.includes(factor)
          ? [heading(`${factor} left out`), orWhy(`Without ${factor}`, () => leftOutParts(all, factor))]
          : [note(`${factor}: the completed runs have fewer than two levels of it, so none can be left out.`)],
      ),
    ],
  };
}

function leftOutParts(all: readonly Observation[], factor: string): string[] {
  const rows = leaveOut(all, factor, { per: factorsBut(all, "batch", "nodes", factor) });
  return [
    ...(rows.some(({ predicted }) => predicted !== undefined)
      ? [summaryLine(rows), pictureOrWhy("Predicted against measured", () => predictedFigure(rows))]
      : [note("No configuration can be predicted from those that remain.")]),
    table(leftOutTable(rows).map(withoutReason), `Configurations predicted without their ${factor}`, { sorts: true }),
    reasonsPart(rows),
    heldPart(rows, factor),
  ];
}

function withoutReason(row: Rows[number]): Rows[number] {
  return Object.fromEntries(Object.entries(row).filter(([column]) => column !== "why"));
}

/** Why there is no prediction, or no interval: lines of text, too long for the table. */
function reasonsPart(rows: readonly LeftOutRow[]): string {
  const lines = rows.flatMap(({ levels, why }) => (why === undefined ? [] : [`${inWords(levels)}: ${why}`]));
  return lines.length === 0 ? "" : folded(`${lines.length} without a prediction or an interval, and why`, list(lines));
}

/** What the fits behind the predictions held: once for each network and mode, and level left out. */
function heldPart(rows: readonly LeftOutRow[], factor: string): string {
  const lines = rows.flatMap(({ levels, held }) => {
    const fit = without(levels, "batch", "nodes");
    return held.map((line) => `${inWords({ ...fit, [factor]: levels[factor] })} left out: ${line}`);
  });
  return lines.length === 0 ? "" : folded("What was held, and why", list([...new Set(lines)]));
}

function summaryLine(rows: readonly LeftOutRow[]): string {
  const percent = (share: number): string => `${(100 * share).toPrecision(3)} %`;
  const rivals = (["linear", "quadratic"] as const).flatMap((kind) => {
    if (!rows.some(({ rivals: of }) => of[kind])) return [];
    const { count, median, worst } = errorSummary(rows, kind);
    return [
      `The ${kind} model, where it can be fitted (${count}): median ${percent(median)}, worst ${percent(worst)}.`,
    ];
  });
  const { count, median, worst, missing, within, intervals } = errorSummary(rows);
  return list([
    `Cost model: ${count} configurations, median error ${percent(median)}, worst ${percent(worst)}` +
      (missing > 0 ? `; ${missing} could not be predicted` : "") +
      (intervals > 0 ? `; ${within} of ${intervals} lie in their interval.` : "."),
    ...rivals,
  ]);
}
