import { InvalidArgumentError } from "@commander-js/extra-typings";

/** Parses a flag's value: a whole number in a range. */
export function whole(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };
}

function numberThat(fits: (value: number) => boolean, range: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && Number.isFinite(value) && fits(value)) return value;
    throw new InvalidArgumentError(`It must be a number ${range}.`);
  };
}

/** Parses a flag's value: a number greater than 0. */
export const positive = numberThat((value) => value > 0, "greater than 0");

/** Parses a flag's value: a number from 0. */
export const notNegative = numberThat((value) => value >= 0, "from 0");

/** Parses a flag's value: a number from 0 to below 1. */
export const share = numberThat((value) => value >= 0 && value < 1, "from 0 to below 1");

/** The option of commands on a course. */
export const courseOption = [
  "--course <folder>",
  "the course's folder; default: $WORKBOOK_COURSE or ~/parallel-training-course",
] as const;

/** The type of a command's flags, from its options. */
export type FlagsOf<Make extends () => { opts: () => object }> = ReturnType<ReturnType<Make>["opts"]>;
