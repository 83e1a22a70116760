import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { stepOperations } from "../../bench/transformer/operations";
import { resultSchema, type TransformerResult } from "../../bench/transformer/result";
import { tableOf } from "../../bench/transformer/table";
import { vocabulary, withTokens } from "../../bench/transformer/tokens";
import type { ContenderResult } from "../../bench/turns/by-precision";
import { gptSizes } from "../../lib/models";
import { head, writesResult } from "./results";

const sizes = { ...gptSizes["gpt-10m"], vocabulary: 65, batchSize: 8 };

function contender(
  name: string,
  peer: string,
  seconds: number[],
  more: Partial<ContenderResult> = {},
): ContenderResult {
  const rounds = seconds.map((each) => ({ seconds: [each, each, 9 * each], loss: 2, processorSeconds: 6 }));
  return { name, peer, precision: "float32", does: `what ${name} does`, rounds, ...more };
}

const result: TransformerResult = {
  ...head,
  settings: { model: "gpt-10m", ...sizes, rounds: 3, steps: 3 },
  stepOperations: 100e9,
  matmulOperations: 50e9,
  contenders: [
    contender("ours", "ours", [0.5, 0.4, 0.5]),
    contender("pytorch", "torch", [0.8, 0.8, 1]),
    contender("pytorch, compiled", "torch-compiled", [], { failed: "It has no g++." }),
    contender("keras 3", "keras", [1, 1, 1]),
    contender("matmul", "matmul", [0.125, 0.125, 0.125]),
    contender("ours", "ours", [0.25], { precision: "bfloat16" }),
  ],
};

it("compares, round by round, with each peer that has trained", () => {
  const text = tableOf(result);
  expect(text).toContain("gpt-10m: 6 layers, 6 heads, width 384, vocabulary 65; 8 rows of 256 tokens, AdamW");
  expect(text).toContain("float32, 400 GFLOP/s in large matrix products");
  expect(text).toMatch(/ ours +500 \(400 to 500\) +2\.00 \(1\.60 to 2\.00\) +- +2\.00 \(2\.00 to 2\.50\) +50 % +2\.00/);
  expect(text).toMatch(/ keras 3 +1000 \(1000 to 1000\) +0\.80 \(0\.80 to 1\.00\)/);
  expect(text).toMatch(/bfloat16\n.*\n +ours +250 \(250 to 250\) +- +- +- +- +2\.00/);
  expect(text).toContain("It has no g++.");
});

writesResult(resultSchema, result, { contenders: [{ name: "x" }] });

it("counts two operations for each weight of a product and each token, three times, and attention beside it", () => {
  const { layers, width, context } = sizes;
  const weights = layers * (3 + 1 + 4 + 4) * width ** 2 + 65 * width;
  const attention = layers * 2 * context * width;
  expect(stepOperations(sizes)).toBe(6 * (weights + attention) * 8 * 256);
  expect(stepOperations(sizes) / 1e9).toBeCloseTo(145.3, 1);
});

it("makes tokens that leave 4 choices for each next one", async () => {
  const bytes = await withTokens(16, async ({ tokenFile, rows, context }) => {
    const all = readFileSync(tokenFile);
    expect(all.length).toBe(rows * (context + 1));
    return all;
  });
  const choices = new Set(
    bytes.subarray(1).map((token, place) => (token - 3 * bytes[place] + 3 * vocabulary) % vocabulary),
  );
  expect([...choices].sort()).toEqual([0, 1, 2, 3]);
  expect(new Set(bytes).size).toBe(vocabulary);
});
