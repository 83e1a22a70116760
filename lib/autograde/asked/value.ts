import { types } from "node:util";

/**
 * A value as JSON that crosses the sandbox's border, with a mark on values that JSON lacks. Of a function or a promise only
 * its kind crosses.
 */
type Encoded =
  | null
  | boolean
  | string
  | number
  | { list: Encoded[] }
  | { fields: [name: string, value: Encoded][] }
  | { number: "NaN" | "Infinity" | "-Infinity" | "-0" }
  | { bigint: string }
  | { kind: "undefined" | "promise" | "function" | "symbol" | "too large" };

/** Limits of a value: levels, parts on all levels, and characters of one text. */
const most = { depth: 12, parts: 20_000, characters: 4_000 };

const tooLarge: Encoded = { kind: "too large" };

/** Encodes a value as JSON. A value beyond the limits of this file becomes "too large". */
export function encode(value: unknown): Encoded {
  const count = new Parts();
  const part = (value: unknown, depth: number): Encoded => {
    count.one();
    if (depth > most.depth) return tooLarge;
    switch (typeof value) {
      case "boolean":
        return value;
      case "string":
        return value.length > most.characters ? tooLarge : value;
      case "number":
        return encodeNumber(value);
      case "bigint": {
        const text = String(value);
        return text.length > 400 ? tooLarge : { bigint: text };
      }
      case "undefined":
      case "function":
      case "symbol":
        return { kind: typeof value as "undefined" | "function" | "symbol" }; // the three cases above
    }
    if (value === null) return null;
    if (types.isPromise(value)) return { kind: "promise" };
    if (Array.isArray(value)) {
      if (value.length > most.parts) return tooLarge;
      return { list: Array.from(value, (element) => part(element, depth + 1)) };
    }
    const entries = Object.entries(value as object);
    return { fields: entries.map(([name, field]) => [name.slice(0, most.characters), part(field, depth + 1)]) };
  };
  try {
    return part(value, 0);
  } catch (error) {
    if (error instanceof TooManyParts) return tooLarge;
    throw error;
  }
}

class TooManyParts extends Error {}

/** Counts the parts of one value. */
class Parts {
  private counted = 0;

  one(): void {
    this.counted += 1;
    if (this.counted > most.parts) throw new TooManyParts(`more than ${most.parts} parts`);
  }
}

function encodeNumber(value: number): Encoded {
  if (Number.isNaN(value)) return { number: "NaN" };
  if (Object.is(value, -0)) return { number: "-0" };
  if (Number.isFinite(value)) return value;
  return { number: value > 0 ? "Infinity" : "-Infinity" };
}

/**
 * Decodes a value. A promise or function that does nothing stands for one that could not cross. A submission may have
 * written anything here, so it is read once and only up to the limits of this file.
 * @throws if {@link encode} cannot have written it.
 */
export function decode(encoded: unknown): unknown {
  const count = new Parts();
  const part = (encoded: unknown, depth: number): unknown => {
    count.one();
    if (depth > most.depth) throw new Error(`more than ${most.depth} levels`);
    if (typeof encoded === "string") return shortText(encoded);
    if (typeof encoded === "number" || typeof encoded === "boolean" || encoded === null) return encoded;
    const [mark, held] = marked(encoded);
    switch (mark) {
      case "list":
        return listed(held).map((element) => part(element, depth + 1));
      case "fields":
        // The submission chooses the names; `fromEntries` makes even `__proto__` an ordinary field.
        return Object.fromEntries(listed(held).map((field) => named(field, (value) => part(value, depth + 1))));
      case "number":
        if (typeof held === "string" && /^(NaN|-?Infinity|-0)$/.test(held)) return Number(held);
        break;
      case "bigint":
        if (typeof held === "string" && /^-?\d{1,400}$/.test(held)) return BigInt(held);
        break;
      case "kind":
        if (typeof held === "string" && Object.hasOwn(standIns, held)) return standIns[held]();
    }
    throw new Error("no encoded value");
  };
  return part(encoded, 0);
}

/** Stand-ins for values that cannot cross. */
const standIns: Record<string, () => unknown> = {
  undefined: () => undefined,
  promise: () => Promise.resolve(),
  function: () => () => undefined,
  symbol: () => Symbol("of the answer"),
  "too large": () => Symbol("too large to be looked at"),
};

/** The one entry of an object. */
function marked(value: unknown): [mark: string, held: unknown] {
  const entries = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  if (entries.length !== 1) throw new Error("no encoded value");
  return entries[0];
}

function listed(value: unknown): unknown[] {
  if (Array.isArray(value) && value.length <= most.parts) return value;
  throw new Error("no list, or too long");
}

function named(field: unknown, part: (value: unknown) => unknown): [name: string, value: unknown] {
  const [name, value, ...more] = listed(field);
  if (typeof name !== "string" || more.length > 0) throw new Error("no field");
  return [shortText(name), part(value)];
}

function shortText(text: string): string {
  if (text.length <= most.characters) return text;
  throw new Error(`a text of more than ${most.characters} characters`);
}
