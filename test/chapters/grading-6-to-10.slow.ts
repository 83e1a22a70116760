import { expect, it } from "vitest";
import { memoryRuns } from "../checks/measured/lessons";
import { predictionExperiments } from "../checks/measured/experiments";
import { meshRuns } from "../checks/measured/mesh-runs";
import { expectPart, expectWhole, grades, points, why } from "./graded";

it.skipIf(why)(
  "lesson 6, solved and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "06-prediction", notebook: "prediction" },
      {
        "r-squared":
          "function rSquared(measured: number[], fitted: number[]): number {\n  const mean = measured.reduce((a, b) => a + b, 0) / measured.length;\n  const squares = (other: number[]) => measured.reduce((sum, each, at) => sum + (each - other[at]) ** 2, 0);\n  return 1 - squares(fitted) / squares(measured.map(() => mean));\n}",
        // right where the target is never reached, or by the first epoch
        "seconds-to":
          "function secondsTo(points: LearnedPoint[], target: number): number {\n  return points.find(({ accuracy }) => accuracy >= target)?.seconds ?? Infinity;\n}",
        "fitted-times": "this is not TypeScript",
      },
      await predictionExperiments(),
    );
    expectWhole(graded, {
      exercises: 23,
      ofRecords: 3,
      written: 10,
      conclusions: ["conclusion-predict", "conclusion-plan"],
    });
    expect(points(graded.half, "test-r-squared")).toBe(2);
    expect(points(graded.half, "test-seconds-to")).toBeCloseTo((3 * 4) / 8, 2);
    expect(points(graded.half, "test-fitted-times")).toBe(0);
    expect(points(graded.half, "test-leave-one-out")).toBe(0);
  },
  900_000,
);

it.skipIf(why)(
  "lesson 7, solved and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "07-frameworks", notebook: "frameworks" },
      {
        // right for DDP and for Horovod
        divisor:
          "function divisor(program: DividingProgram, localBatch: number, processes: number): number {\n  return localBatch;\n}",
        // without epochs
        gain: "function gain(times: number, devices: number, epochsOnOne: number, epochsOnAll: number): GainToAccuracy {\n  return { efficiency: times / devices, toAccuracy: times };\n}",
        throughput: "this is not TypeScript",
      },
      new Map(),
    );
    expectWhole(graded, {
      exercises: 44,
      ofRecords: 0,
      written: 10,
      conclusions: ["conclusion-compare", "conclusion-choice"],
    });
    expectPart(graded.half, "test-divisor", 3);
    expectPart(graded.half, "test-gain", 3);
    expect(points(graded.half, "test-throughput")).toBe(0);
  },
  900_000,
);

it.skipIf(why)(
  "lesson 8, solved and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "08-memory", notebook: "memory" },
      {
        // right where a block keeps as much as its input
        "best-segment":
          "function bestSegment(layers: number, input: number, block: number): number {\n  return Math.round(Math.sqrt(layers));\n}",
        // the right gradients, but nothing is saved
        gates:
          "function gatedBackward({ layer, x, kernels, dy }: ForgottenLayer): tf.Tensor[] {\n  return pullback(() => layer(x, kernels), [x, ...kernels]).pull(dy);\n}\nfunction gatedChain(values: ChainValues, size: ChainSize): GatedChain {\n  const share = chainMemory(size, gatedBackward).peak / chainMemory(size).peak;\n  return { gradients: chainGradients(values, gatedBackward), share: share };\n}",
        "zero-ledger": "this is not TypeScript",
      },
      memoryRuns(),
    );
    expectWhole(graded, {
      exercises: 49,
      ofRecords: 9,
      written: 10,
      conclusions: ["conclusion-memory", "conclusion-price"],
    });
    expect(points(graded.half, "test-best-segment")).toBeCloseTo((2 * 2) / 6, 2);
    expect(points(graded.half, "test-gates")).toBe(2);
    expect(points(graded.half, "test-zero-ledger")).toBe(0);
    expect(points(graded.half, "test-fastest-way")).toBe(0); // it uses the ledger
  },
  900_000,
);

it.skipIf(why)(
  "lesson 9, solved and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "09-model-parallel", notebook: "model-parallel" },
      {
        // right for columns, then rows
        "numbers-sent":
          "function numbersSent(first: CutInto, second: CutInto, tokens: number, width: number, devices: number): number {\n  return ((2 * (devices - 1)) / devices) * tokens * width;\n}",
        // right for the schedules that have this bubble
        "idle-share":
          "function idleShare(schedule: Task[][], forward: number, backward: number): number {\n  const [p, m] = [schedule.length, schedule[0].length / 2];\n  return (p - 1) / (m + p - 1);\n}",
        "one-forward-one-backward": "this is not TypeScript",
      },
      meshRuns(),
    );
    expectWhole(graded, {
      exercises: 52,
      ofRecords: 3,
      written: 10,
      conclusions: ["conclusion-cut", "conclusion-mesh"],
    });
    expectPart(graded.half, "test-numbers-sent", 4);
    expectPart(graded.half, "test-idle-share", 5);
    expect(points(graded.half, "test-one-forward-one-backward")).toBe(0);
    expect(points(graded.half, "test-gpipe")).toBe(0);
  },
  900_000,
);

it.skipIf(why)(
  "lesson 10, solved and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "10-thousand-nodes", notebook: "thousand-nodes" },
      {
        // right for one node
        young:
          "function young(checkpoint: number, nodeMtbf: number, nodes: number): number {\n  return Math.sqrt(2 * checkpoint * nodeMtbf);\n}",
        // right where nothing is missed
        "interval-score":
          "function intervalScore(low: number, high: number, truth: number): number {\n  return high - low;\n}",
        "step-line": "this is not TypeScript",
      },
      new Map(),
    );
    expectWhole(graded, {
      exercises: 28,
      ofRecords: 0,
      written: 10,
      conclusions: ["conclusion-scale", "conclusion-job"],
    });
    expectPart(graded.half, "test-young", 2);
    expectPart(graded.half, "test-interval-score", 2);
    expect(points(graded.half, "test-step-line")).toBe(0);
  },
  900_000,
);
