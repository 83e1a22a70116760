import { max, mean, median } from "simple-statistics";
import { cells, levelsAmong, type Cell, type Level, type Observation } from "../observations";
import { fitTimeModel, type TimeModelKind } from "../statistics";
import { valueOrReason, type ValueOrReason } from "../value-or-reason";
import { fitCost } from "./fit";
import { planOf } from "./plan";
import type { CostFit, ErrorSummary, LeaveOutOptions, LeftOutRow, RivalPrediction } from "./types";

/**
 * Leaves out each level of a factor in turn, fits the cost model to the remaining runs, and predicts the cells that were
 * left out. This shows how well the model predicts runs that it has not seen. For comparison, a linear and a quadratic model
 * of time on batch and nodes are fitted to the same runs, where these runs let them include the factor.
 * @param factor `nodes`, `batch`, `mode`, or another factor of a design.
 * @returns one row for each cell.
 * @throws one line when the observations do not have the factor, or have only one level of it.
 */
export function leaveOut(
  observations: readonly Observation[],
  factor: string,
  options: LeaveOutOptions = {},
): LeftOutRow[] {
  const { per = ["model", "mode"].filter((name) => name !== factor), levels, interval = 0.95, ...fitOptions } = options;
  const all = levelsAmong(observations, factor);
  if (all.length < 2) {
    const known = all.length === 0 || all[0] === undefined ? "no level" : `only ${all[0]}`;
    throw new Error(`The runs have ${known} of ${factor}: to leave one out, they need at least 2.`);
  }
  return cells(observations, per).flatMap(({ observations: group }) =>
    levelsAmong(group, factor)
      .filter((level) => levels?.includes(level) ?? true)
      .flatMap((level) => {
        const rest = group.filter((each) => each.levels[factor] !== level);
        const left = cells(group.filter((each) => each.levels[factor] === level));
        const nothing = `all runs of ${Object.values(left[0].levels).slice(0, per.length).join(", ")} have ${factor} ${level}`;
        const fit = rest.length === 0 ? { why: nothing } : valueOrReason(() => fitCost(rest, fitOptions));
        return left.map((cell) => rowOf(cell, factor, fit, rest, { interval, ...fitOptions }));
      }),
  );
}

function rowOf(
  { levels, observations }: Cell,
  factor: string,
  fit: ValueOrReason<CostFit>,
  rest: readonly Observation[],
  { interval, parameters }: LeaveOutOptions,
): LeftOutRow {
  const measured = mean(observations.map(({ seconds }) => seconds));
  const row = { levels, factor, measured, runs: observations.length, rivals: rivalsOf(levels, factor, measured, rest) };
  if (fit.value === undefined) return { ...row, held: [], assumes: [], why: fit.why };
  const { held } = fit.value;
  const heldLines = held.map(({ parameter, value, why }) => `${parameter} ${value ?? "unknown"}: ${why}`);
  const prediction = valueOrReason(() => fit.value.predict(planOf(observations[0], parameters), interval));
  if (prediction.value === undefined) return { ...row, held: heldLines, assumes: [], why: prediction.why };
  const { seconds, low, high, why, assumes } = prediction.value;
  return {
    ...{ ...row, held: heldLines, assumes, predicted: seconds, error: seconds / measured - 1 },
    ...(low === undefined || high === undefined ? {} : { low, high }),
    ...(why === undefined ? {} : { why }),
  };
}

function rivalsOf(
  { batch, nodes }: Readonly<Record<string, Level>>,
  factor: string,
  measured: number,
  rest: readonly Observation[],
): LeftOutRow["rivals"] {
  const predictedBy = (kind: TimeModelKind): RivalPrediction | undefined => {
    if (typeof batch !== "number" || typeof nodes !== "number" || nodes === 1) return undefined;
    const { value: model } = valueOrReason(() => fitTimeModel(rest, kind));
    // A model without a term for the factor would predict that the factor changes nothing.
    if (!model?.terms.some(({ name }) => name === factor)) return undefined;
    const predicted = model.predict({ batch, nodes }).seconds;
    return { predicted, error: predicted / measured - 1 };
  };
  const [linear, quadratic] = [predictedBy("linear"), predictedBy("quadratic")];
  return { ...(linear && { linear }), ...(quadratic && { quadratic }) };
}

/** The errors of one model's predictions, over all rows that have one. */
export function errorSummary(rows: readonly LeftOutRow[], model: "cost" | TimeModelKind = "cost"): ErrorSummary {
  const errors = rows.flatMap((row) => {
    const error = model === "cost" ? row.error : row.rivals[model]?.error;
    return error === undefined ? [] : [Math.abs(error)];
  });
  if (errors.length === 0) throw new Error("None of the rows has a prediction: see why in each of them.");
  const bounded = model === "cost" ? rows.filter(({ low }) => low !== undefined) : [];
  return {
    count: errors.length,
    median: median(errors),
    worst: max(errors),
    missing: rows.length - errors.length,
    within: bounded.filter(({ measured, low = 0, high = 0 }) => low <= measured && measured <= high).length,
    intervals: bounded.length,
  };
}
