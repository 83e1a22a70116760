import { expect, it } from "vitest";
import {
  coreRuns,
  inputRuns,
  mirroredRuns,
  nodesRuns,
  oneDeviceRuns,
  ownDeeperRuns,
  ownNodesProgramRuns,
  ownProgramRuns,
} from "../checks/measured/lessons";
import { lessonExperiment } from "../checks/measured/experiments";
import { expectPart, expectWhole, grades, points, why } from "./graded";

it.skipIf(why)(
  "lesson 1, solved, untouched and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "01-one-device", notebook: "one-device" },
      {
        // a third of its trials are batches that divide evenly
        "steps-per-epoch":
          "function stepsPerEpoch(images: number, batchSize: number): number {\n  return Math.floor(images / batchSize);\n}",
        "epoch-seconds":
          "function epochSeconds(epoch: Epoch): number {\n  return Math.max(...epoch.steps.end) - epoch.steps.start[0];\n}",
        acceleration:
          "function acceleration(slow: RunRecord, fast: RunRecord): Acceleration {\n  return { times: 220 / 24, least: 0, most: 0 };\n}",
        "largest-batch": "this is not TypeScript",
      },
      oneDeviceRuns(),
    );
    expectWhole(graded, { exercises: 38, ofRecords: 3, written: 12, conclusions: ["conclusion-10-3"] });
    expect(points(graded.half, "test-steps-per-epoch")).toBeCloseTo(0.67, 2);
    expect(points(graded.half, "test-epoch-seconds")).toBe(1);
    expect(points(graded.half, "test-acceleration")).toBe(0);
    expect(points(graded.half, "test-largest-batch")).toBe(0);
  },
  900_000,
);

it.skipIf(why)(
  "lesson 2, solved and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "02-mirrored", notebook: "mirrored" },
      {
        // right wherever no image is left over
        shares:
          "function shares(images: number, devices: number): number[] {\n  return Array.from({ length: devices }, () => images / devices);\n}",
        "mean-gradient":
          "function meanGradient(gradients: number[], images: number[]): number {\n  return gradients.reduce((a, b) => a + b, 0) / gradients.length;\n}",
        "added-efficiency":
          "function addedEfficiency(before: Rate, after: Rate, one: number): number {\n  return (after.imagesPerSecond - before.imagesPerSecond) / one / (after.devices - before.devices);\n}",
        "most-speedup": "this is not TypeScript",
      },
      new Map([...mirroredRuns(), ...ownProgramRuns(), ...coreRuns(), ...inputRuns()]),
    );
    expectWhole(graded, { exercises: 49, ofRecords: 10, written: 10, conclusions: ["conclusion-10-5"] });
    expectPart(graded.half, "test-shares", 2);
    expectPart(graded.half, "test-mean-gradient", 3);
    expect(points(graded.half, "test-added-efficiency")).toBe(2);
    expect(points(graded.half, "test-most-speedup")).toBe(0);
  },
  900_000,
);

it.skipIf(why)(
  "lesson 3, solved and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "03-deeper-model", notebook: "deeper-model" },
      {
        // right wherever the kernel is one pixel wide
        "layer-work":
          "function layerWork(width: number, kernel: number, from: number, to: number): number {\n  return width ** 2 * from * to;\n}",
        // right where all steps are full, and where there are none
        amount:
          'function amount(cause: Cause, epoch: EpochOnDevices): number {\n  const { devices, images, globalBatch } = epoch;\n  const steps = Math.floor(images / globalBatch);\n  return cause === "synchronisation" ? (devices > 1 ? steps : 0) : cause === "epoch" ? 1 : images;\n}',
        "extra-seconds":
          "function extraSeconds(one: number, seconds: number, devices: number): number {\n  return (devices * seconds - one) / devices;\n}",
        "break-even": "this is not TypeScript",
      },
      ownDeeperRuns(),
    );
    expectWhole(graded, {
      exercises: 37,
      ofRecords: 5,
      written: 16,
      conclusions: ["conclusion-10-6", "conclusion-generalisation"],
    });
    expect(points(graded.half, "test-layer-work")).toBeCloseTo(1 / 5, 2);
    expect(points(graded.half, "test-amount")).toBeCloseTo((3 * 5) / 15, 2);
    expect(points(graded.half, "test-extra-seconds")).toBe(1);
    expect(points(graded.half, "test-break-even")).toBe(0);
  },
  900_000,
);

it.skipIf(why)(
  "lesson 4, solved and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "04-many-nodes", notebook: "many-nodes" },
      {
        // right where that is at least one, and whole
        "fewest-batches":
          "function fewestBatches(compute: number, allReduce: number, share: number): number {\n  return Math.floor((allReduce * (1 - share)) / (share * compute)) + 1;\n}",
        "largest-difference":
          "function largestDifference(own: number[], lessons: number[]): number {\n  return own.length === lessons.length ? Math.max(...lessons.map((loss, at) => Math.abs(1 - own[at] / loss))) : Infinity;\n}",
        "seconds-per-sync":
          "function secondsPerSync(a: SyncedEpoch, b: SyncedEpoch): number {\n  return a.epochSeconds / a.syncs;\n}",
        "least-seconds": "this is not TypeScript",
      },
      new Map([...nodesRuns(), ...ownNodesProgramRuns()]),
    );
    expectWhole(graded, {
      exercises: 33,
      ofRecords: 3.5,
      written: 10,
      conclusions: ["conclusion-network", "conclusion-accumulate"],
    });
    expect(points(graded.half, "test-fewest-batches")).toBeGreaterThan(0);
    expect(points(graded.half, "test-largest-difference")).toBe(2.5); // it handed in no run of its own program
    expect(points(graded.half, "test-seconds-per-sync")).toBe(0);
    expect(points(graded.half, "test-least-seconds")).toBe(0);
  },
  900_000,
);

it.skipIf(why)(
  "lesson 5, solved and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "05-experiments", notebook: "experiments" },
      {
        // right where a design has one factor
        configurations:
          "function configurations(factors: Record<string, Level[]>): Record<string, Level>[] {\n  return Object.entries(factors).flatMap(([factor, levels]) => levels.map((level) => ({ [factor]: level })));\n}",
        "faked-difference":
          "function fakedDifference(drift: number, first: number[], second: number[]): number {\n  const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);\n  return (sum(second) / second.length - sum(first) / first.length) * drift;\n}",
        // the same order in every block, whatever the seed
        "block-order":
          "function blockOrder(configurations: string[], blocks: number, seed: number): string[] {\n  return Array.from({ length: blocks }, () => configurations).flat();\n}",
        interval: "this is not TypeScript",
      },
      await lessonExperiment(),
    );
    expectWhole(graded, {
      exercises: 23,
      ofRecords: 3,
      written: 10,
      conclusions: ["conclusion-sure", "conclusion-difference"],
    });
    expect(points(graded.half, "test-configurations")).toBeCloseTo(2 / 5, 2);
    expect(points(graded.half, "test-faked-difference")).toBe(2);
    expect(points(graded.half, "test-block-order")).toBeGreaterThan(0);
    expect(points(graded.half, "test-block-order")).toBeLessThan(3);
    expect(points(graded.half, "test-interval")).toBe(0);
    expect(points(graded.half, "test-paired-difference")).toBe(0); // it uses the interval
  },
  900_000,
);
