import { inspect } from "node:util";

/** Relative difference that still counts as equal. It allows for rounding to four digits, but for no other formula. */
const TOLERANCE = 1e-3;

/**
 * Whether an answer equals the expected one. Numbers that are not whole may differ by 0.1 %. Objects are compared by the
 * expected one's fields. A number as text is not a number.
 */
export function sameValue(came: unknown, expected: unknown): boolean {
  if (came === expected) return true;
  if (typeof came === "number" && typeof expected === "number") return sameNumber(came, expected);
  if (Array.isArray(expected) && !(Array.isArray(came) && came.length === expected.length)) return false;
  if (isObject(came) && isObject(expected)) {
    return Object.keys(expected).every((key) => sameValue(came[key], expected[key]));
  }
  return false;
}

function sameNumber(came: number, expected: number): boolean {
  if (!Number.isFinite(expected)) return came === expected; // never NaN
  if (Number.isInteger(expected)) return Math.abs(came - expected) <= 1e-9 * Math.abs(expected);
  return Math.abs(came - expected) <= TOLERANCE * Math.abs(expected);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Limits of a description: a value's parts on all levels, and the characters of one text. */
const most = { parts: 40, characters: 300 };

/**
 * A value as a student reads it: `1,234.5 s`, `nothing (is there a return?)`, `"12"`. Of a large one, only the first parts
 * are shown.
 */
export function describeValue(value: unknown, unit?: string): string {
  let left = most.parts;
  const part = (value: unknown): string => {
    left -= 1;
    if (value === undefined) return "nothing (is there a return?)";
    if (value instanceof Promise) return "a promise (leave out async, there is nothing to wait for)";
    if (typeof value === "string") return `"${cut(value)}"`;
    if (typeof value === "number") return formatNumber(value) + (unit && !Number.isNaN(value) ? ` ${unit}` : "");
    if (Array.isArray(value)) return `[${parts(value, part)}]`;
    if (!isObject(value)) return inspect(value);
    return `{ ${parts(Object.entries(value), ([key, field]) => `${cut(key)}: ${part(field)}`)} }`;
  };
  const parts = <T>(all: readonly T[], describe: (part: T) => string): string => {
    const shown: string[] = [];
    while (shown.length < all.length && left > 0) shown.push(describe(all[shown.length]));
    if (shown.length < all.length) shown.push(`... ${formatNumber(all.length)} in all`);
    return shown.join(", ");
  };
  return part(value);
}

const cut = (text: string): string => (text.length > most.characters ? `${text.slice(0, most.characters)}...` : text);

/** A number with its digits in groups of three, rounded to five significant digits unless it is whole. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return "NaN (not a number)";
  return value.toLocaleString("en", Number.isInteger(value) ? {} : { maximumSignificantDigits: 5 });
}
