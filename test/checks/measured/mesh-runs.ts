import { mean } from "simple-statistics";
import type { RunRecord } from "../../../lib/runs";
import type { Handed, Machine } from "./lessons";
import { madeRun } from "./records";

/** A GPT's run on a mesh: 10 steps of 8 rows, as the program of lesson 9 records them. */
export function meshRun(
  mesh: Record<"data" | "stage" | "tensor", number>,
  {
    program = "09-model-parallel/train",
    perImage = 20,
    seed = 1,
    minute = 0,
  }: Machine & { program?: string; minute?: number } = {},
): RunRecord {
  const run = madeRun({ program, images: 80, batch: 8, epochs: 1, perImage, seed, minute });
  const { data, stage, tensor } = mesh;
  const devices = data * stage * tensor;
  const each = (bytes: number) => Array.from({ length: devices }, () => Math.round(bytes));
  const [epoch] = run.epochs;
  delete epoch.validation;
  epoch.accuracy /= 128; // as many tokens are right as images were
  Object.assign(run.configuration, {
    ...{ model: "gpt-1m", parameters: 815_360, classes: 44, context: 128, imageSize: undefined },
    ...{ replicas: data, localBatchSize: 8 / data, strategy: stage > 1 ? "pipeline" : "tensor", optimizer: "adamw" },
    sharding: { mesh, ...(stage > 1 && { stages: stage, microbatches: 2, schedule: "1f1b" as const }) },
  });
  run.where.devices = Array.from({ length: devices }, (_, device) => `CPU:${device}`);
  run.deviceMemory = { atRest: each(12 * 22_016 + (12 * 793_344) / stage / tensor), peak: each(5e7 / devices) };
  run.sentBytes = {
    tensor: each((4 * 4 * (8 / data) * 128 * 128 * 4 * 2 * (tensor - 1)) / tensor / stage),
    all: each(12),
  };
  return run;
}

/** Lesson 9: a GPT on one device, on two that share its layers, and on eight. */
export function meshRuns({
  perImage = 20,
  seed = 1,
  otherLosses = 0,
}: Machine & { otherLosses?: number } = {}): Handed {
  const made = (mesh: [number, number, number], minute: number) =>
    meshRun({ data: mesh[0], stage: mesh[1], tensor: mesh[2] }, { perImage, seed, minute });
  const [one, two, cube] = [made([1, 1, 1], 0), made([1, 1, 2], 1), made([2, 2, 2], 2)];
  const { loss } = one.epochs[0].steps;
  const apart = otherLosses || 3e-7;
  cube.epochs[0].steps.loss = loss.map((value, step) => value * (1 + apart * Math.sin(seed + step)));
  cube.epochs[0].loss = mean(cube.epochs[0].steps.loss);
  return new Map([
    ["results/mesh-one.json", one],
    ["results/mesh-tensor-2.json", two],
    ["results/mesh-cube.json", cube],
  ]);
}
