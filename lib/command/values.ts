import { InvalidArgumentError } from "@commander-js/extra-typings";

/** Of a flag: a whole number in a range. */
export function whole(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };
}

/** Of a flag: a number greater than 0. */
export function positive(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError("It must be a number greater than 0.");
}

/** Of a flag: a number from 0. */
export function notNegative(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError("It must be a number from 0.");
}

/** Of a flag: a number from 0 to below 1. */
export function share(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value < 1) return value;
  throw new InvalidArgumentError("It must be a number from 0 to below 1.");
}

/** The flags that a command was given, as its options declare them. */
export type FlagsOf<Make extends () => { opts: () => object }> = ReturnType<ReturnType<Make>["opts"]>;
