import { mean } from "simple-statistics";
import { leftOutRow, type LeftOutRow } from "../fits";
import { cells, levelsAmong, type Level, type Observation } from "../observations";
import { fitTimeModel, type TimeModelKind } from "../statistics";
import { valueOrReason } from "../value-or-reason";
import { fitCost } from "./fit-cost";
import { planOf } from "./run-plan";
import type { LeaveOutOptions, ParameterKind } from "./types";

export type LeftOutCell = LeftOutRow<ParameterKind> & Required<Pick<LeftOutRow, "rivals">>;

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
): LeftOutCell[] {
  const { per = ["model", "mode"].filter((name) => name !== factor), levels, interval, ...fitOptions } = options;
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
        return left.map(({ levels: place, observations: runs }) => {
          const measured = mean(runs.map(({ seconds }) => seconds));
          const row = { levels: place, measured, runs: runs.length, rivals: rivalsOf(place, factor, measured, rest) };
          return leftOutRow(row, fit, planOf(runs[0], options.parameters), interval);
        });
      }),
  );
}

function rivalsOf(
  { batch, nodes }: Readonly<Record<string, Level>>,
  factor: string,
  measured: number,
  rest: readonly Observation[],
): LeftOutCell["rivals"] {
  const predictedBy = (kind: TimeModelKind) => {
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
