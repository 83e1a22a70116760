import { expect, it } from "vitest";
import { forwardOperations, stepOperations } from "../../bench/one-device/operations";
import { resultSchema, type BenchResult } from "../../bench/one-device/result";
import { summarize } from "../../bench/one-device/summary";
import { tableOf } from "../../bench/one-device/table";
import type { ContenderResult } from "../../bench/turns/by-precision";
import { rotated } from "../../bench/turns/take-turns";
import { head, writesResult } from "./results";

function contender(
  name: string,
  peer: string,
  rounds: number[][],
  more: Partial<ContenderResult> = {},
): ContenderResult {
  const list = rounds.map((seconds) => ({ seconds, loss: 2, processorSeconds: 6 }));
  return { name, peer, precision: "float32", does: `what ${name} does`, rounds: list, ...more };
}

const result: BenchResult = {
  ...head,
  settings: { imageSize: 128, batchSize: 16, classes: 10, rounds: 3, steps: 3 },
  stepOperations: 100e9,
  matmulOperations: 50e9,
  contenders: [
    contender("ours", "ours", [[1, 0.8, 9], [1, 1, 1], [1, 2, 3]], { peakMemoryBytes: 2 ** 30, secondsToFirstStep: 3 }), // prettier-ignore
    contender("keras", "keras", [[2, 2, 2], [1.5, 1.5, 1.5], [2, 2, 2]]), // prettier-ignore
    contender("pytorch", "torch", [[4, 4, 4], [4, 4, 4], [4, 4, 4]], { idleProcessorSeconds: 2 }), // prettier-ignore
    contender("tfjs-layers", "tfjs", [], { failed: 'The worker "tfjs-layers" ended with exit status 1.' }),
    contender("matmul", "matmul", [[0.25], [0.25], [0.2]]),
  ],
};

it("takes each round's median step, then the rounds' median and range", () => {
  const [ours, keras] = summarize(result, "float32");
  expect(ours.imagesPerSecond).toEqual({ median: 16, least: 8, most: 16 });
  expect(keras.imagesPerSecond.median).toBe(8);
});

it("compares round by round with the Python peer that is fastest over all rounds", () => {
  const rows = summarize(result, "float32");
  expect(rows.map(({ contender: { name } }) => name)).toEqual(["ours", "keras", "pytorch"]);
  expect(rows[0].ratio).toEqual({ median: 1.5, least: 1, most: 2 });
  expect(rows[1].ratio).toEqual({ median: 1, least: 1, most: 1 });
  expect(rows[2].ratio?.median).toBe(0.5);
});

it("gives the share of the machine's matmul rate", () => {
  // 100e9 operations in 1 s, of 50e9 in 0.25 s.
  expect(summarize(result, "float32")[0].matmulShare).toBeCloseTo(0.5);
});

it("leaves out what was not measured", () => {
  expect(summarize(result, "bfloat16")).toEqual([]);
  const alone = { ...result, contenders: result.contenders.slice(0, 1) };
  expect(summarize(alone, "float32")[0].ratio).toBeUndefined();
  expect(tableOf(alone)).toMatch(/ours +16\.0 \(8\.0 to 16\.0\) +- +- +2\.00 +1024 MiB +3\.0 s +-/);
});

it("prints a table, what each does, who failed, and who computed while others were measured", () => {
  const text = tableOf(result);
  expect(text).toMatch(/ours +16\.0 \(8\.0 to 16\.0\) +1\.50 \(1\.00 to 2\.00\) +50 % +2\.00 +1024 MiB +3\.0 s/);
  expect(text).toContain("float32, 200 GFLOP/s in large matrix products");
  expect(text).toContain("keras: what keras does");
  expect(text).toContain('The worker "tfjs-layers" ended with exit status 1.');
  expect(text).toContain("pytorch, float32: used 2.0 s of a core while others were measured.");
});

writesResult(resultSchema, result, { contenders: [{ name: "x" }] });

it("counts the operations of ResNet50V2", () => {
  // TensorFlow's profiler says 6.978e9 at 224x224 and 1,000 classes, biases and pooling included.
  expect(forwardOperations(224, 1000) / 1e9).toBeCloseTo(6.97, 1);
  expect(stepOperations(128, 10, 16)).toBe(48 * forwardOperations(128, 10));
});

it("lets each begin in turn", () => {
  expect(rotated(["a", "b", "c"], 4)).toEqual(["b", "c", "a"]);
  expect(rotated([], 1)).toEqual([]);
});
