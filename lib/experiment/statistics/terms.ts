import type { Level, Observation } from "../observations";

/** One factor, or the interaction of several. */
export interface Term {
  /** `mode × batch`. */
  name: string;
  factors: string[];
}

/** The factors and their interactions of up to `order` factors: single factors first, each group in the factors' order. */
export function termsOf(factors: readonly string[], order: number): Term[] {
  // Subsets of one length come in the factors' order, and sorting keeps it.
  const subsets = factors.reduceRight<string[][]>(
    (all, factor) => [...all.map((subset) => [factor, ...subset]), ...all],
    [[]],
  );
  return subsets
    .filter(({ length }) => length > 0 && length <= order)
    .sort((a, b) => a.length - b.length)
    .map((names) => ({ name: names.join(" × "), factors: names }));
}

/**
 * The columns of a term, one for each degree of freedom. A factor has a column for each level except the last: 1 for a run
 * with that level, -1 for a run with the last level, else 0. An interaction has the products of its factors' columns.
 */
export function termColumns(
  observations: readonly Observation[],
  { factors }: Term,
  levels: ReadonlyMap<string, readonly Level[]>,
): number[][] {
  const ones = [observations.map(() => 1)];
  return factors.reduce((columns, factor) => {
    const all = levels.get(factor)!;
    const ofFactor = all
      .slice(0, -1)
      .map((level) =>
        observations.map(({ levels: { [factor]: value } }) => (value === level ? 1 : value === all.at(-1) ? -1 : 0)),
      );
    return columns.flatMap((column) => ofFactor.map((other) => column.map((value, run) => value * other[run])));
  }, ones);
}

/** The combinations of levels that no run has. */
export function emptyCells(
  observations: readonly Observation[],
  factors: readonly string[],
  levels: ReadonlyMap<string, readonly Level[]>,
): Record<string, Level>[] {
  const combinations = factors.reduce<Record<string, Level>[]>(
    (all, factor) => all.flatMap((each) => levels.get(factor)!.map((level) => ({ ...each, [factor]: level }))),
    [{}],
  );
  return combinations.filter(
    (cell) => !observations.some((each) => factors.every((name) => each.levels[name] === cell[name])),
  );
}
