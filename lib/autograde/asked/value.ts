import { types } from "node:util";
import { z } from "zod";

/**
 * A value as it crosses the sandbox's border: JSON, with a mark on what JSON has not. Functions and promises cross as the
 * fact that they were one.
 */
export type Encoded =
  | null
  | boolean
  | string
  | number
  | { list: Encoded[] }
  | { fields: [name: string, value: Encoded][] }
  | { number: "NaN" | "Infinity" | "-Infinity" | "-0" }
  | { bigint: string }
  | { kind: "undefined" | "promise" | "function" | "symbol" | "too large" };

/** The most that a value may hold: levels, parts on all levels, and characters of one text. */
const most = { depth: 12, parts: 20_000, characters: 4_000 };

/** What {@link decode} takes; anything else is refused. */
export const encodedSchema: z.ZodType<Encoded> = z.lazy(() =>
  z.union([
    z.null(),
    z.boolean(),
    z.string().max(most.characters),
    z.number(),
    z.strictObject({ list: z.array(encodedSchema) }),
    z.strictObject({ fields: z.array(z.tuple([z.string().max(most.characters), encodedSchema])) }),
    z.strictObject({ number: z.enum(["NaN", "Infinity", "-Infinity", "-0"]) }),
    z.strictObject({ bigint: z.string().regex(/^-?\d{1,400}$/) }),
    z.strictObject({ kind: z.enum(["undefined", "promise", "function", "symbol", "too large"]) }),
  ]),
);

/** Writes a value as JSON can hold it; what goes beyond the limits of this file becomes "too large". */
export function encode(value: unknown): Encoded {
  let parts = 0;
  const part = (value: unknown, depth: number): Encoded => {
    parts += 1;
    if (depth > most.depth || parts > most.parts) return { kind: "too large" };
    switch (typeof value) {
      case "boolean":
        return value;
      case "string":
        return value.length > most.characters ? { kind: "too large" } : value;
      case "number":
        return encodeNumber(value);
      case "bigint": {
        const text = String(value);
        return text.length > 400 ? { kind: "too large" } : { bigint: text };
      }
      case "undefined":
      case "function":
      case "symbol":
        return { kind: typeof value as "undefined" | "function" | "symbol" }; // the three cases above
    }
    if (value === null) return null;
    if (types.isPromise(value)) return { kind: "promise" };
    if (Array.isArray(value)) {
      if (value.length > most.parts) return { kind: "too large" };
      return { list: Array.from(value, (each) => part(each, depth + 1)) };
    }
    const entries = Object.entries(value as object);
    return { fields: entries.map(([name, each]) => [name.slice(0, most.characters), part(each, depth + 1)]) };
  };
  return part(value, 0);
}

function encodeNumber(value: number): Encoded {
  if (Number.isNaN(value)) return { number: "NaN" };
  if (Object.is(value, -0)) return { number: "-0" };
  if (Number.isFinite(value)) return value;
  return { number: value > 0 ? "Infinity" : "-Infinity" };
}

/** The value that was encoded; a promise or function stands for the one that cannot cross, and does nothing. */
export function decode(encoded: Encoded): unknown {
  if (encoded === null || typeof encoded !== "object") return encoded;
  if ("list" in encoded) return encoded.list.map(decode);
  // Names come from what is graded: `fromEntries` makes `__proto__` a field like any other.
  if ("fields" in encoded) return Object.fromEntries(encoded.fields.map(([name, value]) => [name, decode(value)]));
  if ("number" in encoded) return Number(encoded.number);
  if ("bigint" in encoded) return BigInt(encoded.bigint);
  switch (encoded.kind) {
    case "undefined":
      return undefined;
    case "promise":
      return Promise.resolve();
    case "function":
      return () => undefined;
    case "symbol":
      return Symbol("of the answer");
    case "too large":
      return Symbol("too large to be looked at");
  }
}
