import { mkdirSync, writeFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import {
  asBfloat16,
  lossRows,
  measurePrecision,
  precisionRows,
  recordedPrecision,
  sixteenBitInstructions,
  timesAsFast,
  type PrecisionRow,
} from "../../../chapters/01-one-device/precision";
import { inOwnFolder } from "../../own-folder";

const at = inOwnFolder("precision");

it("finds the instructions among a processor's flags, and none in a longer name", () => {
  expect(sixteenBitInstructions("processor : 0\nflags\t\t: fpu avx512_bf16 clzero\n")).toBe("avx512_bf16");
  expect(sixteenBitInstructions("flags\t\t: fpu amx_bf16 amx_tile\n")).toBe("amx_bf16");
  expect(sixteenBitInstructions("flags\t\t: fpu avx512f avx512_vnni\n")).toBeUndefined();
  expect(sixteenBitInstructions("model name : avx512_bf16\nflags : fpu xavx512_bf16y\n")).toBeUndefined();
});

it("says in one line that a processor has no such instructions, and gives the recorded times", async () => {
  expect(await measurePrecision("flags : fpu avx2")).toEqual(await recordedPrecision());
  expect(at.printed).toEqual([expect.stringMatching(/^This processor has no avx512_bf16 or amx_bf16: [^\n]+$/)]);
});

it("gives what was kept or handed in, and while a notebook is graded measures nothing", async () => {
  vi.stubEnv("NBGRADER_EXECUTION", "autograde");
  expect(await measurePrecision("flags : amx_bf16")).toEqual(await recordedPrecision());
  expect(at.printed).toEqual([expect.stringMatching(/^Nothing was handed in: /)]);
  mkdirSync("results/precision", { recursive: true });
  const results = [{ what: "step", precision: "float32", round: 1, seconds: 2, value: 3 }];
  writeFileSync("results/precision/precision.json", JSON.stringify({ from: "amx_bf16", results }));
  expect(await measurePrecision("flags : amx_bf16")).toEqual(results);
});

const timed = (what: PrecisionRow["what"], precision: PrecisionRow["precision"], round: number, seconds: number) => ({
  ...{ what, precision, round, seconds, value: seconds },
});
const rows = [
  timed("step", "float32", 0, 100), // the capture
  timed("step", "bfloat16", 0, 100),
  ...[timed("step", "float32", 1, 4), timed("step", "bfloat16", 1, 2)],
  ...[timed("step", "float32", 2, 6), timed("step", "bfloat16", 2, 4)],
  ...[timed("step", "float32", 3, 5), timed("step", "bfloat16", 3, 1)],
  ...[timed("products", "float32", 1, 1), timed("products", "bfloat16", 1, 0.5)],
  timed("other weights", "float32", 0, 7),
];

it("compares medians, and the rounds' own, without the round that captures", () => {
  expect(timesAsFast(rows, "step")).toMatchObject({ times: 2.5, least: 1.5, most: 5 });
  expect(precisionRows(rows)[1]).toMatchObject({
    "float32 (ms)": "5,000 (4,000 to 6,000)",
    "bfloat16 (ms)": "2,000 (1,000 to 4,000)",
    "times as fast": "2.50 (1.50 to 5.00)",
  });
});

it("sets the losses of three trainings side by side", () => {
  expect(lossRows(rows, [1])).toEqual([{ step: 1, float32: 100, bfloat16: 100, "float32, other first weights": 7 }]);
});

it("rounds to the nearest number of bfloat16, and halves to the even one", () => {
  const above = 1 + 1 / 128;
  expect([1.001, 1.005, 1 + 1 / 256, above + 1 / 256].map(asBfloat16)).toEqual([1, above, 1, 1 + 2 / 128]);
  expect([-3, 0.1, 65_536].map(asBfloat16)).toEqual([-3, 0.10009765625, 65_536]);
});
