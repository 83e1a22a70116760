/** Removes rounding errors, which keep a sum or a difference of decimal fractions from being exactly 0. */
export const rounded = (value: number): number => Number(value.toPrecision(12));
