import { expect, it } from "vitest";
import type { RunRecord } from "../../lib/runs/record";
import { OneDeviceStrategy } from "../../lib/strategy";
import { mfuInWords, mfuOf, peakOf } from "../../lib/training/mfu";
import { madeUpRun } from "../measure/runs";
import { tinyFit } from "./tiny-fit";

new OneDeviceStrategy({ device: "cpu" }); // starts TensorFlow

// Epochs of 4 steps with 16 images; the first epoch counts only where there is no other.
const network = { model: "resnet50v2", imageSize: 128, classes: 10 };
const forward = 2 * 1_136_414_720;

function run(stepSeconds: number[], change: Partial<RunRecord["configuration"]> = {}, where: object = {}): RunRecord {
  const made = madeUpRun({ stepSeconds, images: [16, 16, 16, 16] });
  Object.assign(made.configuration, { device: "cpu", ...network, ...change });
  Object.assign(made.where, where);
  return made;
}

const peak = { operationsPerSecond: 1e12, isMeasured: true };

it("is three times the forward pass's operations of the later epochs, against the peak", () => {
  const imagesPerSecond = 16 / 0.5;
  expect(mfuOf(run([9, 0.5, 0.5]), peak)?.share).toBeCloseTo((3 * forward * imagesPerSecond) / 1e12);
  expect(mfuOf(run([0.5]), peak)?.share).toBeCloseTo((3 * forward * imagesPerSecond) / 1e12);
  expect(mfuOf(run([0.5], { model: "own" }), peak)).toBeUndefined();
  expect(mfuOf(run([0.5]), undefined)).toBeUndefined();
  const disturbed = { ...peak, operationsPerSecond: 3 * forward * imagesPerSecond * 0.99 };
  expect(mfuOf(run([0.5]), disturbed)).toBeUndefined();
});

it("of a GPT counts its rows' products", () => {
  const text = { model: "gpt-10m", imageSize: undefined, context: 256, classes: 65 };
  const rowOperations = 2 * 256 * (6 * (12 * 384 ** 2 + 2 * 256 * 384) + 65 * 384);
  expect(mfuOf(run([1, 1], text), peak)?.share).toBeCloseTo((3 * rowOperations * 16) / 1e12);
  const same = mfuOf(run([1, 1], { ...text, model: "gpt-6x384" }), peak);
  expect(same).toEqual(mfuOf(run([1, 1], text), peak));
});

it("has the peak of all devices: logical ones share the cores, virtual ones a GPU, and nodes of a machine its cores", () => {
  const peaks = (change: Partial<RunRecord["configuration"]>, where: object = {}) =>
    (mfuOf(run([1, 1], change, where), peak)?.operationsPerSecond ?? NaN) / 1e12;
  const gpu = { name: "NVIDIA A10", memoryBytes: 24e9, driver: "580" };
  const two = ["/device:GPU:0", "/device:GPU:1"];
  expect(peaks({ replicas: 4 })).toBe(1);
  expect(peaks({ device: "gpu", replicas: 2 }, { devices: two, gpus: [gpu, gpu] })).toBe(2);
  expect(peaks({ device: "gpu", replicas: 4, workers: 2 }, { devices: two, gpus: [gpu, gpu] })).toBe(4);
  expect(peaks({ device: "gpu", replicas: 2 }, { devices: two, gpus: [gpu] })).toBe(1);
  expect(peaks({ replicas: 2, workers: 2 }, { cores: 2, coresInAll: 2 })).toBe(1);
  expect(peaks({ replicas: 2, workers: 2 }, { cores: 2, coresInAll: 4 })).toBe(2);
  expect(peaks({ replicas: 2, workers: 2 }, { cores: 2, coresInAll: undefined })).toBeNaN();
});

it("takes the data sheet's peak of a GPU that it knows, and measures that of others", () => {
  const on = (name: string, precision: RunRecord["configuration"]["precision"]) =>
    peakOf({ ...run([1]).configuration, precision }, { gpus: [{ name, memoryBytes: 8e10, driver: "580" }] });
  expect(on("NVIDIA H100 80GB HBM3", "float32")).toEqual({ operationsPerSecond: 494.7e12, isMeasured: false });
  expect(on("NVIDIA H100 80GB HBM3", "mixed_bfloat16")?.operationsPerSecond).toBe(989e12);
  expect(on("NVIDIA H100 PCIe", "float32")?.isMeasured).toBe(true);
  const measured = peakOf(run([1]).configuration, {})!;
  expect(measured.isMeasured).toBe(true);
  expect(measured.operationsPerSecond).toBeGreaterThan(1e8);
  expect(measured.operationsPerSecond).toBeLessThan(1e16);
  expect(peakOf(run([1], { model: "own" }).configuration, {})).toBeUndefined();
});

it("stands in the record of a run whose model is counted, and in no other", async () => {
  const fitted = await tinyFit({ epochs: 1 }, { wrap: (model) => ({ ...model, name: "tinyresnetv2" }) });
  expect(fitted.mfu).toMatchObject({ isMeasured: true });
  expect(fitted.mfu!.share).toBeGreaterThan(0);
  expect((await tinyFit({ epochs: 1 })).mfu).toBeUndefined();
});

it("is said in a line", () => {
  expect(mfuInWords({ share: 0.1234, operationsPerSecond: 494.7e12, isMeasured: false })).toBe(
    "MFU (model FLOPs utilization): 12 % of 495 TFLOP/s, by the data sheet",
  );
  expect(mfuInWords({ share: 0.5, operationsPerSecond: 131e9, isMeasured: true })).toMatch(
    /50 % of 131 GFLOP\/s, measured/,
  );
});
