import { tf } from "../backend";

/** A tensor's shape and type without its values, for estimating what a step would need. */
export class TensorSpec {
  /** @param dtype TensorFlow's type; a decoded image is `uint8`, which tfjs calls int32. */
  constructor(
    readonly shape: number[],
    readonly dtype: "float32" | "int32" | "bool" | "uint8" = "float32",
  ) {}
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

/**
 * Takes the tensors out of nested arrays and plain objects.
 * @param describe Gives the text that stands for a tensor in the signature.
 */
export function flatten(value: unknown, describe: (tensor: Leaf) => string): Flattened {
  const tensors: Leaf[] = [];
  const parts: string[] = [];
  const visit = (item: unknown): Plan => {
    if (item instanceof tf.Tensor || item instanceof TensorSpec) {
      parts.push(describe(item));
      return { kind: "tensor", index: tensors.push(item) - 1 };
    }
    if (Array.isArray(item)) {
      parts.push("[");
      const items = item.map(visit);
      parts.push("]");
      return { kind: "list", items };
    }
    if (isPlainObject(item)) {
      parts.push("{");
      const fields = Object.entries(item).map(([key, field]): [string, Plan] => {
        parts.push(`${key}:`);
        return [key, visit(field)];
      });
      parts.push("}");
      return { kind: "fields", fields };
    }
    parts.push(`${typeof item} ${String(item)}`);
    return { kind: "value", value: item };
  };
  const plan = visit(value);
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
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
