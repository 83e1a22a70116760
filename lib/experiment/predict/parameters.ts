import { around } from "../statistics/tails";
import { withValues } from "./estimate";
import type { FittedTerms } from "./fitted-terms";
import type { TermKind } from "./formula";
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
  const { terms, values, overlap, overlapIsFree, covariance, degreesOfFreedom, noise } = estimate;
  const all = [...withValues(terms, values), ...(overlapIsFree ? [{ term: freeOverlap, value: overlap }] : [])];
  return all.map(({ term, value }, index) => {
    const kind = publicKind(term.kind);
    const isRate = kind === "bytesPerSecond";
    const name = nameOf(term, terms.filter((other) => other.kind === term.kind).length > 1);
    const parameter = { kind, name, levels: term.levels, estimate: isRate ? 1 / value : value, unit: units[kind] };
    if (!noise) return parameter;
    const standardError = noise.share * Math.sqrt(covariance[index][index]);
    const { low, high } = around(value, standardError, degreesOfFreedom, level);
    if (isRate) {
      const most = low > 0 ? 1 / low : Infinity;
      return { ...parameter, standardError: standardError / value ** 2, low: 1 / high, high: most };
    }
    const most = kind === "overlap" ? 1 : Infinity;
    return { ...parameter, standardError, low: Math.max(0, low), high: Math.min(most, high) };
  });
}

const freeOverlap = { kind: "overlap", levels: {} } as const;

/** The parameters that a fit holds at a fixed value, each with its reason. */
export function heldParameters({ known, unknown, refused, estimate }: FittedTerms): HeldParameter[] {
  const isSeveral = estimate.terms.filter(({ kind }) => kind === "secondsPerImage").length > 1;
  const ofKnown = known.map(({ term, value, why }): HeldParameter => {
    const held = term.kind === "secondsPerByte" ? 1 / value : value;
    return { kind: publicKind(term.kind), name: nameOf(term, true), levels: term.levels, value: held, why };
  });
  const ofUnknown = unknown.map((term): HeldParameter => {
    const why = "no run is on several nodes, so nothing says how fast gradients travel";
    return { kind: "bytesPerSecond", name: nameOf(term, true), levels: term.levels, why };
  });
  const ofRefused = refused.map(({ candidate, why }): HeldParameter => {
    const { kind, levels } = candidate;
    return { kind, name: nameOf(candidate, isSeveral), levels, value: 0, why };
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
