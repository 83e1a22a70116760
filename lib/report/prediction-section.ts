import { levelsInWords } from "../experiment/design";
import { errorSummary, leftOutTable, type LeftOutRow } from "../experiment/fits";
import { factorsBut, type Observation } from "../experiment/observations";
import { leaveOut } from "../experiment/predict";
import { predictedFigure } from "../plots";
import {
  folded,
  heading,
  list,
  notice,
  partOrReason,
  paragraph,
  picture,
  table,
  type Part,
  type Section,
} from "./html";
import { variedFactors, withoutFactors, type Material } from "./material";

/** The cost model's predictions of runs that were left out of its fit. */
export function predictionSection({ studied }: Material): Section {
  return [
    "Prediction of runs left out",
    paragraph(
      "One level of a factor after the other is left out, the models are fitted to the runs that remain, and predict those left " +
        "out. Errors are predicted over measured, less 1; intervals are those in which a new run lies, 95 %.",
    ),
    ["nodes", "batch", "mode"].map((factor) =>
      variedFactors(studied).includes(factor)
        ? [heading(`${factor} left out`), partOrReason(`Without ${factor}`, () => leftOutParts(studied, factor))]
        : notice(`${factor}: the completed runs have fewer than two levels of it, so none can be left out.`),
    ),
  ];
}

function leftOutParts(all: readonly Observation[], factor: string): Part {
  const rows = leaveOut(all, factor, { per: factorsBut(all, "batch", "nodes", factor) });
  const reasons = rows.flatMap(({ levels, why }) => (why === undefined ? [] : [`${levelsInWords(levels)}: ${why}`]));
  // Once for each network and mode, and level left out.
  const heldLines = rows.flatMap(({ levels, held }) => {
    const fit = levelsInWords({ ...withoutFactors(levels, "batch", "nodes"), [factor]: levels[factor] });
    return held.map((line) => `${fit} left out: ${line}`);
  });
  return [
    rows.some(({ predicted }) => predicted !== undefined)
      ? [list(errorLines(rows)), picture("Predicted against measured", () => predictedFigure(rows))]
      : notice("No configuration can be predicted from those that remain."),
    table(
      leftOutTable(rows).map(({ why: _, ...row }) => row), // too long for the table
      `Configurations predicted without their ${factor}`,
    ),
    reasons.length > 0 && folded(`${reasons.length} without a prediction or an interval, and why`, list(reasons)),
    heldLines.length > 0 && folded("What was held, and why", list([...new Set(heldLines)])),
  ];
}

function errorLines(rows: readonly LeftOutRow[]): string[] {
  const percent = (share: number): string => `${(100 * share).toPrecision(3)} %`;
  const { count, median, worst, missing, within, intervals } = errorSummary(rows);
  const rivals = (["linear", "quadratic"] as const).filter((kind) => rows.some((row) => row.rivals?.[kind]));
  return [
    `Cost model: ${count} configurations, median error ${percent(median)}, worst ${percent(worst)}` +
      (missing > 0 ? `; ${missing} could not be predicted` : "") +
      (intervals > 0 ? `; ${within} of ${intervals} lie in their interval.` : "."),
    ...rivals.map((kind) => {
      const rival = errorSummary(rows, kind);
      const errors = `median ${percent(rival.median)}, worst ${percent(rival.worst)}`;
      return `The ${kind} model, where it can be fitted (${rival.count}): ${errors}.`;
    }),
  ];
}
