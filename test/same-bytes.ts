import { expect } from "vitest";

/** Vitest compares arrays of numbers place by place, which takes seconds for images: those with the same bytes are equal. */
function sameBytes(one: unknown, other: unknown): boolean | undefined {
  if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other) || one.constructor !== other.constructor) return undefined;
  const [first, second] = [one, other].map((each) => Buffer.from(each.buffer, each.byteOffset, each.byteLength));
  return first.equals(second) || undefined;
}

expect.addEqualityTesters([sameBytes]);
