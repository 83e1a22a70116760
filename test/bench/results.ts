import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
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

const workbook = join(__dirname, "..", "..", "workbook");

/**
 * Runs a benchmark to its end, as `npm run bench` does it, in an environment with a variable that another program left.
 * @returns what it printed, and the result that it wrote into `<folder>/results/bench`.
 */
export async function bench<T>(schema: z.ZodType<T>, folder: string, name: string, ...args: string[]) {
  const how = { reject: false, cwd: folder, env: { TMPDIR: "/nonexistent/scratch/4711" } } as const;
  const { exitCode, stdout, stderr } = await execa(process.execPath, [workbook, "bench", name, ...args], how);
  expect(exitCode, stderr + stdout).toBe(0);
  const result = schema.parse(JSON.parse(readFileSync(join(folder, "results/bench", `${name}.json`), "utf8")));
  return { stdout, result };
}
