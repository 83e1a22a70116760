import { inspect } from "node:util";
import { tf } from "../backend";

/** A tensor's shape and type without its values, for estimating what a step would need. */
export class TensorSpec {
  /**
   * @param dtype TensorFlow's type; a decoded image is `uint8`, which tfjs calls int32.
   * @throws one line if the shape is none.
   */
  constructor(
    readonly shape: number[],
    readonly dtype: "float32" | "int32" | "bool" | "uint8" = "float32",
  ) {
    if (Array.isArray(shape) && shape.every((size) => Number.isInteger(size) && size >= 0)) return;
    throw new Error(`A TensorSpec's shape is a list of whole numbers from 0, not ${inspect(shape)}.`);
  }
}

/** A tensor, or its stand-in, in a structure. */
export type Leaf = tf.Tensor | TensorSpec;

/** The tensors of a nested value, in order, and its structure without them. */
export interface Flattened {
  tensors: Leaf[];
  /** The structure as text. It is equal for values that differ only in their tensors. */
  signature: string;
  /** Puts other tensors, or their values, in the same places of the structure. */
  rebuild(tensors: readonly (tf.Tensor | Float32Array)[]): unknown;
}

type Plan =
  { kind: "tensor"; index: number } | { kind: "value"; value: unknown } | { kind: "list"; items: Plan[] } | Fields;
interface Fields {
  kind: "fields";
  fields: [string, Plan][];
}

/** The most levels of arrays and objects; one that holds itself has no end. */
const MOST_LEVELS = 100;

/**
 * Takes the tensors out of nested arrays and plain objects.
 * @param describe Gives the text that stands for a tensor in the signature.
 * @throws one line for anything else than tensors, numbers, texts and booleans: its contents can change, and the signature would not
 * show it.
 */
export function flatten(value: unknown, describe: (tensor: Leaf) => string): Flattened {
  const tensors: Leaf[] = [];
  const parts: string[] = [];
  const visit = (item: unknown, level: number): Plan => {
    if (level > MOST_LEVELS) throw new Error("A captured step was given an array or object that holds itself.");
    if (item instanceof tf.Tensor || item instanceof TensorSpec) {
      parts.push(describe(item));
      return { kind: "tensor", index: tensors.push(item) - 1 };
    }
    if (Array.isArray(item)) {
      parts.push("[");
      const items = Array.from(item, (each) => visit(each, level + 1)); // with its holes
      parts.push("]");
      return { kind: "list", items };
    }
    if (isPlainObject(item)) {
      parts.push("{");
      const fields = Object.entries(item).map(([key, field]): [string, Plan] => {
        parts.push(`${JSON.stringify(key)}:`);
        return [key, visit(field, level + 1)];
      });
      parts.push("}");
      return { kind: "fields", fields };
    }
    if (typeof item === "function" || typeof item === "symbol" || (typeof item === "object" && item !== null)) {
      throw new Error(
        `A captured step was given ${nameOf(item)}, which a graph would freeze: give it tensors (tf.tensor), numbers, texts, ` +
          "booleans, or arrays and plain objects of these.",
      );
    }
    // A text in quotes, so that no text looks like two; inspect knows -0.
    parts.push(typeof item === "string" ? JSON.stringify(item) : `${typeof item} ${inspect(item)}`);
    return { kind: "value", value: item };
  };
  const plan = visit(value, 0);
  const build = (part: Plan, replacements: readonly unknown[]): unknown => {
    switch (part.kind) {
      case "tensor":
        return replacements[part.index];
      case "list":
        return part.items.map((item) => build(item, replacements));
      case "fields":
        return Object.fromEntries(part.fields.map(([key, field]) => [key, build(field, replacements)]));
      case "value":
        return part.value;
    }
  };
  return { tensors, signature: parts.join(" "), rebuild: (replacements) => build(plan, replacements) };
}

/** The values in a structure that are no tensors, for example numbers. `undefined` and `null` do not count. */
export function values(value: unknown): unknown[] {
  if (value === undefined || value === null || value instanceof tf.Tensor) return [];
  if (Array.isArray(value)) return value.flatMap(values);
  if (isPlainObject(value)) return Object.values(value).flatMap(values);
  return [value];
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Such as `a Map`, `a Float32Array`, `a function`. */
function nameOf(item: object | symbol): string {
  return `a ${typeof item === "object" ? item.constructor.name : typeof item}`;
}
