import { max, mean, median } from "simple-statistics";
import { cells, levelsAmong, type Cell, type Level, type Observation } from "../observations";
import { fitTimeModel, type TimeModelKind } from "../statistics";
import { tried, type Tried } from "../tried";
import { fitCost } from "./fit";
import { planOf } from "./plan";
import type { CostFit, ErrorSummary, LeaveOutOptions, LeftOutRow, RivalPrediction } from "./types";

/**
 * Leaves out one level of a factor after the other, fits the cost model to the runs that remain, and predicts the cells that
 * were left out: what a model says of runs that it has not seen. Beside it stand a linear and a quadratic model of time on
 * batch and nodes, fitted to the same runs, wherever these let them know of the factor.
 * @param factor `nodes`, `batch`, `mode`, or another one of a design.
 * @returns one row a cell.
 * @throws one line where the observations do not have the factor, or only one level of it.
 */
export function leaveOut(
  observations: readonly Observation[],
  factor: string,
  options: LeaveOutOptions = {},
): LeftOutRow[] {
  const { per = ["model", "mode"].filter((name) => name !== factor), levels, interval = 0.95, ...fitOptions } = options;
  const all = levelsAmong(observations, factor);
  if (all.length < 2) {
    const there = all.length === 0 || all[0] === undefined ? "no level" : `only ${all[0]}`;
    throw new Error(`The runs have ${there} of ${factor}: to leave one out, they need at least 2.`);
  }
  return cells(observations, per).flatMap(({ observations: group }) =>
    levelsAmong(group, factor)
      .filter((level) => levels?.includes(level) ?? true)
      .flatMap((level) => {
        const rest = group.filter((each) => each.levels[factor] !== level);
        const left = cells(group.filter((each) => each.levels[factor] === level));
        const nothing = `all runs of ${Object.values(left[0].levels).slice(0, per.length).join(", ")} have ${factor} ${level}`;
        const fit = rest.length === 0 ? { why: nothing } : tried(() => fitCost(rest, fitOptions));
        return left.map((cell) => rowOf(cell, factor, fit, rest, { interval, ...fitOptions }));
      }),
  );
}

function rowOf(
  { levels, observations }: Cell,
  factor: string,
  fit: Tried<CostFit>,
  rest: readonly Observation[],
  { interval, parameters }: LeaveOutOptions,
): LeftOutRow {
  const measured = mean(observations.map(({ seconds }) => seconds));
  const row = { levels, factor, measured, runs: observations.length, rivals: rivalsOf(levels, factor, measured, rest) };
  if (fit.value === undefined) return { ...row, held: [], assumes: [], why: fit.why };
  const { held } = fit.value;
  const heldLines = held.map(({ parameter, value, why }) => `${parameter} ${value ?? "unknown"}: ${why}`);
  const prediction = tried(() => fit.value.predict(planOf(observations[0], parameters), interval));
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
  const of = (kind: TimeModelKind): RivalPrediction | undefined => {
    if (typeof batch !== "number" || typeof nodes !== "number" || nodes === 1) return undefined;
    const { value: model } = tried(() => fitTimeModel(rest, kind));
    // Without a term for the factor it would say that the factor changes nothing.
    if (!model?.terms.some(({ name }) => name === factor)) return undefined;
    const predicted = model.predict({ batch, nodes }).seconds;
    return { predicted, error: predicted / measured - 1 };
  };
  const [linear, quadratic] = [of("linear"), of("quadratic")];
  return { ...(linear && { linear }), ...(quadratic && { quadratic }) };
}

/**
 * How far predictions are off, over all rows that have one.
 * @param of Whose. Default: the cost model's.
 */
export function errorSummary(rows: readonly LeftOutRow[], of: "cost" | TimeModelKind = "cost"): ErrorSummary {
  const errors = rows.flatMap((row) => {
    const error = of === "cost" ? row.error : row.rivals[of]?.error;
    return error === undefined ? [] : [Math.abs(error)];
  });
  if (errors.length === 0) throw new Error("None of the rows has a prediction: see why in each of them.");
  const bounded = of === "cost" ? rows.filter(({ low }) => low !== undefined) : [];
  return {
    count: errors.length,
    median: median(errors),
    worst: max(errors),
    missing: rows.length - errors.length,
    within: bounded.filter(({ measured, low = 0, high = 0 }) => low <= measured && measured <= high).length,
    intervals: bounded.length,
  };
}
