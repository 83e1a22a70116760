import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { jupyterEnvironment, jupyterFolder, notebookPython } from "../../lib/notebooks/environment";
import { workbookRoot } from "../../lib/tensorflow/installation";

type Grade = [automatic: number | null, manual: number | null, needsPerson: boolean];
type Grades = Record<string, Grade>;
/** A student's cells by grade id; "solution" stands for the instructor's. */
type Answers = Record<string, "solution" | Record<string, string>>;

/** Hands a lesson in for some students and has nbgrader grade it. */
async function grades<A extends Answers>(lesson: string, answers: A): Promise<Record<keyof A, Grades>> {
  const course = await mkdtemp(join(tmpdir(), "grading-"));
  try {
    const given = join(course, "answers.json");
    await writeFile(given, JSON.stringify(answers));
    const solution = join(workbookRoot, "solutions", `${lesson}.ipynb`);
    const script = join(workbookRoot, "test", "chapters", "grade_lesson.py");
    const { execa } = await import("execa");
    const { stdout } = await execa(
      notebookPython(),
      [script, solution, given, course, join(jupyterFolder, "nbgrader_config.py")],
      { env: { ...jupyterEnvironment(), HOME: course } },
    );
    return JSON.parse(stdout) as Record<keyof A, Grades>;
  } finally {
    await rm(course, { recursive: true, force: true });
  }
}

const sum = (given: Grades) => Object.values(given).reduce((total, [automatic]) => total + (automatic ?? 0), 0);

it("nbgrader gives lesson 1, solved, untouched and half-solved, its points, and trains nothing", async () => {
  const points = await grades("01-one-device/one-device", {
    solved: "solution",
    blank: {},
    half: {
      // a third of its trials are batches that divide evenly
      "steps-per-epoch":
        "function stepsPerEpoch(images: number, batchSize: number): number {\n  return Math.floor(images / batchSize);\n}",
      "epoch-seconds":
        "function epochSeconds(epoch: Epoch): number {\n  return Math.max(...epoch.steps.end) - epoch.steps.start[0];\n}",
      acceleration: "function acceleration(slow: RunRecord, fast: RunRecord): number {\n  return 220 / 24;\n}",
      "largest-batch": "this is not TypeScript",
    },
  });
  expect(sum(points.solved)).toBe(20);
  expect(points.solved["conclusion-10-3"]).toEqual([null, null, true]);
  expect(sum(points.blank)).toBe(0);
  expect(points.blank["conclusion-10-3"]).toEqual([0, null, false]);
  expect(points.half["test-steps-per-epoch"][0]).toBeCloseTo(0.67, 2);
  expect(points.half["test-epoch-seconds"][0]).toBe(1);
  expect(points.half["test-acceleration"][0]).toBe(0);
  expect(points.half["test-largest-batch"][0]).toBe(0);
}, 600_000);

it("nbgrader gives lesson 2, solved, untouched and half-solved, its points, and trains nothing", async () => {
  const points = await grades("02-mirrored/mirrored", {
    solved: "solution",
    blank: {},
    half: {
      // right on one device, and wherever the shares are equal
      "mirrored-steps":
        "function stepsPerEpoch(images: number, perDevice: number, devices: number): number {\n  return Math.ceil(images / perDevice);\n}",
      "mean-gradient":
        "function meanGradient(gradients: number[], images: number[]): number {\n  return gradients.reduce((a, b) => a + b, 0) / gradients.length;\n}",
      efficiency:
        "function efficiency(speedup: number, devices: number): number {\n  return (1 / devices) * speedup;\n}",
      speedup: "this is not TypeScript",
    },
  });
  expect(sum(points.solved)).toBe(20);
  expect(points.solved["conclusion-10-5"]).toEqual([null, null, true]);
  expect(sum(points.blank)).toBe(0);
  expect(points.half["test-mirrored-steps"][0]).toBeCloseTo(2 / 6, 2);
  expect(points.half["test-mean-gradient"][0]).toBeCloseTo(3 / 5, 2);
  expect(points.half["test-efficiency"][0]).toBe(1);
  expect(points.half["test-speedup"][0]).toBe(0);
}, 600_000);

it("nbgrader gives lesson 3, solved, untouched and half-solved, its points, and trains nothing", async () => {
  const points = await grades("03-deeper-model/deeper-model", {
    solved: "solution",
    blank: {},
    half: {
      // right wherever the kernel is one pixel wide
      "layer-work":
        "function layerWork(width: number, kernel: number, from: number, to: number): number {\n  return width ** 2 * from * to;\n}",
      "bytes-per-epoch":
        "function bytesPerEpoch(parameters: number, images: number, globalBatch: number): number {\n  return Math.floor(images / globalBatch) * parameters * 4;\n}",
      "extra-seconds":
        "function extraSeconds(one: number, seconds: number, devices: number): number {\n  return (devices * seconds - one) / devices;\n}",
      "break-even": "this is not TypeScript",
    },
  });
  expect(sum(points.solved)).toBe(20);
  expect(points.solved["conclusion-10-6"]).toEqual([null, null, true]);
  expect(points.solved["conclusion-generalisation"]).toEqual([null, null, true]);
  expect(sum(points.blank)).toBe(0);
  expect(points.half["test-layer-work"][0]).toBeCloseTo(2 / 5, 2);
  expect(points.half["test-bytes-per-epoch"][0]).toBeCloseTo(2 / 4, 2);
  expect(points.half["test-extra-seconds"][0]).toBe(2);
  expect(points.half["test-break-even"][0]).toBe(0);
}, 600_000);

it("nbgrader gives lesson 4, solved, untouched and half-solved, its points, and trains nothing", async () => {
  const points = await grades("04-many-nodes/many-nodes", {
    solved: "solution",
    blank: {},
    half: {
      // right where every batch has its all-reduce
      updates:
        "function updatesPerEpoch(images: number, localBatch: number, nodes: number, syncEvery: number): number {\n  return Math.ceil(images / (localBatch * nodes));\n}",
      "effective-batch":
        "function effectiveBatch(localBatch: number, nodes: number, syncEvery: number): number {\n  return syncEvery * nodes * localBatch;\n}",
      "seconds-per-sync":
        "function secondsPerSync(a: SyncedEpoch, b: SyncedEpoch): number {\n  return a.epochSeconds / a.syncs;\n}",
      "least-seconds": "this is not TypeScript",
    },
  });
  expect(sum(points.solved)).toBe(20);
  expect(points.solved["conclusion-network"]).toEqual([null, null, true]);
  expect(points.solved["conclusion-accumulate"]).toEqual([null, null, true]);
  expect(sum(points.blank)).toBe(0);
  expect(points.half["test-updates"][0]).toBeCloseTo(2 / 6, 2);
  expect(points.half["test-effective-batch"][0]).toBe(1);
  expect(points.half["test-seconds-per-sync"][0]).toBe(0);
  expect(points.half["test-least-seconds"][0]).toBe(0);
}, 600_000);

it("nbgrader gives lesson 5, solved, untouched and half-solved, its points, and trains nothing", async () => {
  const points = await grades("05-experiments/experiments", {
    solved: "solution",
    blank: {},
    half: {
      // right where every configuration runs once
      "runs-of-design":
        "function runsOfDesign(levels: number[], replicates: number): number {\n  return levels.reduce((a, b) => a * b, 1);\n}",
      "faked-difference":
        "function fakedDifference(drift: number, first: number[], second: number[]): number {\n  const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);\n  return (sum(second) / second.length - sum(first) / first.length) * drift;\n}",
      interaction:
        "function interaction(sync: [number, number], accumulate: [number, number]): number {\n  return sync[1] - accumulate[1];\n}",
      interval: "this is not TypeScript",
    },
  });
  expect(sum(points.solved)).toBe(20);
  expect(points.solved["conclusion-sure"]).toEqual([null, null, true]);
  expect(points.solved["conclusion-predict"]).toEqual([null, null, true]);
  expect(sum(points.blank)).toBe(0);
  expect(points.half["test-runs-of-design"][0]).toBeCloseTo(2 / 6, 2);
  expect(points.half["test-faked-difference"][0]).toBe(2);
  expect(points.half["test-interaction"][0]).toBe(0);
  expect(points.half["test-interval"][0]).toBe(0);
}, 600_000);
