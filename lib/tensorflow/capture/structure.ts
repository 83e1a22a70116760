import { tf } from "../backend";

/** A tensor's shape and type without its values, to ask what a step would need. */
export class TensorSpec {
  /** @param dtype As TensorFlow keeps it; `uint8` is what tfjs calls int32 when it comes from a decoded image. */
  constructor(
    readonly shape: number[],
    readonly dtype: "float32" | "int32" | "bool" | "uint8" = "float32",
  ) {}
}

/** What is taken out of a structure. */
export type Leaf = tf.Tensor | TensorSpec;

/** A nested value with its tensors taken out, in order; the rest stays to be compared or refused. */
export interface Flattened {
  tensors: Leaf[];
  /** The nesting as text: equal for values that differ in their tensors only. */
  signature: string;
  /** Puts other tensors in the same places. */
  rebuild(tensors: tf.Tensor[]): unknown;
}

type Plan =
  { kind: "tensor"; at: number } | { kind: "value"; value: unknown } | { kind: "list"; items: Plan[] } | Fields;
interface Fields {
  kind: "fields";
  fields: [string, Plan][];
}

/**
 * Takes the tensors out of arrays and plain objects, however nested.
 * @param describe What the signature says of a tensor.
 */
export function flatten(value: unknown, describe: (tensor: Leaf) => string): Flattened {
  const tensors: Leaf[] = [];
  const parts: string[] = [];
  const visit = (item: unknown): Plan => {
    if (item instanceof tf.Tensor || item instanceof TensorSpec) {
      parts.push(describe(item));
      return { kind: "tensor", at: tensors.push(item) - 1 };
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
  const build = (part: Plan, given: tf.Tensor[]): unknown => {
    switch (part.kind) {
      case "tensor":
        return given[part.at];
      case "list":
        return part.items.map((item) => build(item, given));
      case "fields":
        return Object.fromEntries(part.fields.map(([key, field]) => [key, build(field, given)]));
      case "value":
        return part.value;
    }
  };
  return { tensors, signature: parts.join(" "), rebuild: (given) => build(plan, given) };
}

/** The values in a structure that are no tensors, for example a number; `undefined` does not count. */
export function values(value: unknown): unknown[] {
  if (value === undefined || value === null || value instanceof tf.Tensor) return [];
  if (Array.isArray(value)) return value.flatMap(values);
  if (isPlainObject(value)) return Object.values(value).flatMap(values);
  return [value];
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
