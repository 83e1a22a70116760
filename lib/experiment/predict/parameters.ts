import { standardErrors } from "../statistics";
import type { Level } from "../observations";
import type { FittedTerms } from "./fitted-terms";
import type { Term, TermKind } from "./formula";
import { residualDeviation } from "./student";
import type { CostParameter, HeldParameter, ParameterKind } from "./types";

const units: Record<ParameterKind, string> = {
  secondsPerImage: "s an image",
  secondsPerStep: "s a step",
  bytesPerSecond: "bytes/s",
  latencySeconds: "s",
  overlap: "of a step",
};

/** The parameters that a fit determined, with their intervals. */
export function parametersOf({ estimate, level }: FittedTerms): CostParameter[] {
  const { terms, values, overlap, overlapIsFree, covariance, degreesOfFreedom } = estimate;
  const deviation = residualDeviation(estimate);
  const spread = (index: number): Spread => {
    if (deviation === undefined) return {};
    const standardError = deviation * Math.sqrt(covariance[index][index]);
    return { standardError, reach: standardErrors(degreesOfFreedom, level) * standardError };
  };
  const linear = terms.map((term, index) => parameterOf(term, values[index], spread(index), terms));
  return overlapIsFree ? [...linear, parameterAt("overlap", {}, "overlap", overlap, spread(terms.length), 1)] : linear;
}

/** Standard error and half the interval; both are missing when no degree of freedom is left. */
interface Spread {
  standardError?: number;
  reach?: number;
}

function parameterOf(term: Term, value: number, spread: Spread, terms: readonly Term[]): CostParameter {
  const name = nameOf(term, terms.filter(({ kind }) => kind === term.kind).length > 1);
  if (term.kind !== "secondsPerByte") return parameterAt(term.kind, term.levels, name, value, spread, Infinity);
  const { standardError, reach } = spread;
  const kind = "bytesPerSecond";
  const rate = { kind, name, levels: term.levels, estimate: 1 / value, unit: units[kind] } as const;
  if (standardError === undefined || reach === undefined) return rate;
  const high = value > reach ? 1 / (value - reach) : Infinity;
  return { ...rate, standardError: standardError / value ** 2, low: 1 / (value + reach), high };
}

function parameterAt(
  kind: Exclude<ParameterKind, "bytesPerSecond">,
  levels: Readonly<Record<string, Level>>,
  name: string,
  estimate: number,
  { standardError, reach = 0 }: Spread,
  most: number,
): CostParameter {
  const parameter = { kind, name, levels, estimate, unit: units[kind] };
  if (standardError === undefined) return parameter;
  const [low, high] = [Math.max(0, estimate - reach), Math.min(most, estimate + reach)];
  return { ...parameter, standardError, low, high };
}

/** The parameters that a fit holds at a fixed value, each with its reason. */
export function heldParameters({ known, unknown, refused, estimate }: FittedTerms): HeldParameter[] {
  const isSeveral = estimate.terms.filter(({ kind }) => kind === "secondsPerImage").length > 1;
  const ofKnown = known.map(({ term, value, why }): HeldParameter => {
    const held = term.kind === "secondsPerByte" ? 1 / value : value;
    return { kind: publicKind(term.kind), parameter: nameOf(term, true), levels: term.levels, value: held, why };
  });
  const ofUnknown = unknown.map((term): HeldParameter => {
    const why = "no run is on several nodes, so nothing says how fast gradients travel";
    return { kind: "bytesPerSecond", parameter: nameOf(term, true), levels: term.levels, why };
  });
  const ofRefused = refused.map(({ candidate, why }): HeldParameter => {
    const { kind, levels } = candidate;
    return { kind, parameter: nameOf(candidate, isSeveral), levels, value: 0, why };
  });
  return [...ofKnown, ...ofUnknown, ...ofRefused];
}

function publicKind(kind: TermKind | ParameterKind): ParameterKind {
  return kind === "secondsPerByte" ? "bytesPerSecond" : kind;
}

function nameOf(
  { kind, levels }: Pick<HeldParameter, "levels"> & { kind: TermKind | ParameterKind },
  isSeveral: boolean,
) {
  const names = Object.values(levels).join(", ");
  return isSeveral && names !== "" ? `${publicKind(kind)} of ${names}` : publicKind(kind);
}
