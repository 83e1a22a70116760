import { execa } from "execa";
import { join } from "node:path";
import { expect, it } from "vitest";
import { contenders } from "../../bench/gpu/contenders";
import { wattsIn } from "../../bench/gpu/device";
import { resultSchema, type GpuResult, type GpuRow } from "../../bench/gpu/result";
import { tableOf } from "../../bench/gpu/table";
import { operationsOf, unitsOf, workload } from "../../bench/gpu/workloads";
import { multiplyAdds } from "../../lib/models";
import { workbookRoot } from "../../lib/system/workbook";
import { head, writesResult } from "./results";

const row = (contender: string, more: Partial<GpuRow> = {}): GpuRow => ({
  ...{ workload: "resnet50v2:1024", contender, precision: "float32", perSecond: [7000, 8000, 7500] },
  ...more,
});

const result: GpuResult = {
  ...head,
  gpu: { name: "NVIDIA H100 80GB HBM3", memoryBytes: 8e10, driver: "580.1" },
  settings: { rounds: 3, steps: 20, imageSize: 128, quick: false },
  rows: [
    row("this engine", { mfu: 0.104, peakBytes: 29.3e9, firstStepSeconds: 12.3, joules: 0.085, does: "trains" }),
    row("Keras, XLA", { precision: "float16", perSecond: [], failed: "It ran out of memory." }),
    row("PyTorch", { workload: "gpt-10m:64", precision: "bfloat16", perSecond: [1e6], joules: 0.0006 }),
  ],
};

writesResult(resultSchema, result, { rows: [{ contender: "x" }] });

it("has a table for each workload, and the reason where there is no figure", () => {
  const text = tableOf(result);
  expect(text).toContain("NVIDIA H100 80GB HBM3, driver 580.1");
  expect(text).toContain("ResNet50V2, 1024 images of 128x128, SGD");
  expect(text).toMatch(/this engine +TF32 +7500 \(7000 to 8000\) +10 % +29\.30 GB +12\.3 s +0\.0850$/m);
  expect(text).toContain("gpt-10m, 64 rows of 256 tokens, AdamW");
  expect(text).toMatch(/PyTorch +bfloat16 +1000000 \(1000000 to 1000000\) +0\.600$/m);
  expect(text).toContain("resnet50v2:1024, Keras, XLA, float16: It ran out of memory.");
});

it("reads workloads, and counts their images or tokens and three times their forward pass", () => {
  const [images, text] = ["resnet50v2:256", "gpt-10m:64"].map(workload);
  expect([unitsOf(images), unitsOf(text)]).toEqual([256, 64 * 256]);
  expect(operationsOf(images, 128)).toBe(3 * 2 * multiplyAdds("resnet50v2", 128) * 256);
  expect(operationsOf(text, 128) / 8 / 1e9).toBeCloseTo(145.3, 1); // as `bench transformer` has it for 8 rows
  for (const wrong of ["resnet50v2", "resnet50v2:0", "gpt-11m:4", "gpt2:8:8"])
    expect(() => workload(wrong)).toThrow(/as in gpt-10m:64/);
});

it("takes the mean power draw of the rounds alone", () => {
  const at = (second: number) => new Date(2026, 10, 26, 8, 0, second).getTime();
  const lines = [
    "2026/11/26 08:00:01.000, 100.0",
    "2026/11/26 08:00:02.000, 600.0",
    "2026/11/26 08:00:03.000, 700.0",
    "2026/11/26 08:00:04.000, [N/A]",
  ];
  expect(wattsIn([{ from: at(2), to: at(4) }], lines)).toBe(650);
  expect(wattsIn([{ from: at(5), to: at(6) }], lines)).toBeUndefined();
  expect(wattsIn([{ from: at(4), to: at(4) }], lines)).toBeUndefined();
});

it("has a way to train for every contender of the comparison", () => {
  expect(contenders.filter(({ images }) => images).map(({ id }) => id)).toEqual(contenders.map(({ id }) => id));
  expect(contenders.filter(({ text }) => !text).map(({ id }) => id)).toEqual(["torch-channels-first"]);
});

it("says in one line that there is no GPU", async () => {
  const words = [join(workbookRoot, "workbook"), "bench", "gpu"];
  const { exitCode, stderr, stdout } = await execa(process.execPath, words, {
    reject: false,
    env: { CUDA_VISIBLE_DEVICES: "" },
  });
  expect(exitCode).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toBe(
    "workbook: There is no GPU here to compare programs on: take a machine with one, or try the command with --quick.",
  );
});
