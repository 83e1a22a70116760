import type { Level, Observation } from "../observations";

/** One factor, or the interaction of several. */
export interface Term {
  /** `mode × batch`. */
  name: string;
  factors: string[];
}

/** Factors and their interactions of up to `order` factors: single ones first, in the order of the factors. */
export function termsOf(factors: readonly string[], order: number): Term[] {
  const subsets = factors.reduce<string[][]>((all, factor) => [...all, ...all.map((each) => [...each, factor])], [[]]);
  const place = (names: string[]) => names.map((name) => factors.indexOf(name));
  return subsets
    .filter(({ length }) => length > 0 && length <= order)
    .sort((a, b) => a.length - b.length || compare(place(a), place(b)))
    .map((names) => ({ name: names.join(" × "), factors: names }));
}

/** By the first place at which two lists differ. */
function compare(a: number[], b: number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : a[at] - b[at];
}

/**
 * The columns of a term, as many as it has degrees of freedom: for a factor one for each level but the last, 1 where a
 * run has that level, -1 where it has the last one; for an interaction their products.
 */
export function termColumns(
  observations: readonly Observation[],
  { factors }: Term,
  levels: ReadonlyMap<string, readonly Level[]>,
): number[][] {
  const ones = [observations.map(() => 1)];
  return factors.reduce((columns, factor) => {
    const all = levels.get(factor)!;
    const own = all.slice(0, -1).map((level) =>
      observations.map((each) => {
        const value = each.levels[factor];
        return value === level ? 1 : value === all.at(-1) ? -1 : 0;
      }),
    );
    return columns.flatMap((column) => own.map((other) => column.map((value, run) => value * other[run])));
  }, ones);
}

/** The combinations of the factors' levels that no run has. */
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
