import { expect, it } from "vitest";
import type { z } from "zod";

/** The head of a benchmark's result. */
export const head = {
  ...{ schema: 1 as const, startedAt: "2026-01-01T00:00:00.000Z", endedAt: "2026-01-01T00:01:00.000Z" },
  machine: { processor: "a processor", cores: 2, memoryBytes: 2 ** 34, node: "20.9.0" },
};

/** Tests that a benchmark can write its result, and does not write a wrong one. */
export const writesResult = <T>(schema: z.ZodType<T>, result: T, wrong: Partial<Record<keyof T, unknown>>) =>
  it("writes a result that its schema accepts", () => {
    expect(schema.parse(JSON.parse(JSON.stringify(result)))).toEqual(result);
    expect(() => schema.parse({ ...result, ...wrong })).toThrow();
  });
