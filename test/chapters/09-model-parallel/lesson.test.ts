import { compileFunction } from "node:vm";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import type { Task } from "../../../lib/sharding";
import { type ByAxis, type MeshSizes, type TransformerStep } from "../../../chapters/09-model-parallel/mesh-sizes";
import { axisRates, type Cluster } from "../../../chapters/09-model-parallel/gpu-cluster";
import { publishedMeshes } from "../../../chapters/09-model-parallel/llama-405b";
import { bubbleOf, gpipe, oneForwardOneBackward, timeTasks } from "../../../lib/sharding";
import { lessonCells, saying, testLesson, text } from "../lesson";

const name = "09-model-parallel/model-parallel";
testLesson({ name, exercises: 18, points: [52, 10], conclusions: 2, guesses: 11 });

const cells = lessonCells("solutions", name);
const says = saying(cells);

type Model = TransformerStep;
interface Solved {
  numbersSent(first: string, second: string, tokens: number, width: number, devices: number): number;
  tensorBytes(step: { layers: number; rows: number; tokens: number; width: number; devices: number }): number;
  idleShare(schedule: readonly (readonly Task[])[], forward: number, backward: number): number;
  bytesByAxis(model: Model, mesh: MeshSizes): ByAxis;
  stepParts(model: Model, mesh: MeshSizes, rates: ByAxis, operationsPerSecond: number): Record<string, number>;
  memoryBytes(model: Model, mesh: MeshSizes): number;
  fastestMesh(model: Model, cluster: Cluster): MeshSizes;
}

/** Runs the code of some cells, and gives the values of some of their names. The notebook is the instructor's own. */
function valuesIn<T>(ids: readonly string[], names: readonly (keyof T & string)[]): T {
  const source = ids.map((id) => text(cells.find((cell) => cell.id === id)!)).join("\n");
  const { outputText } = ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  const code = `${outputText}; return { ${names.join(", ")} };`;
  const run = compileFunction(code, ["axisRates", "console"]) as (rates: typeof axisRates, console: object) => T;
  return run(axisRates, { log: () => undefined });
}

const solved = valuesIn<Solved>(
  ["tasks", "numbers-sent", "tensor-bytes", "idle-share", "bytes-by-axis", "step-parts", "mesh-memory", "fastest-mesh"],
  ["numbersSent", "tensorBytes", "idleShare", "bytesByAxis", "stepParts", "memoryBytes", "fastestMesh"],
);
const { cluster, model } = valuesIn<{ cluster: Cluster; model: Model }>(["cluster"], ["cluster", "model"]);
const cube: MeshSizes = { data: 4, stage: 4, tensor: 4 };

const secondsOf = (mesh: MeshSizes, its = model, on = cluster): number =>
  Object.values(solved.stepParts(its, mesh, axisRates(mesh, on), on.operationsPerSecond)).reduce(
    (sum, part) => sum + part,
  );
const meshes = [1, 2, 4, 8, 16, 32, 64].flatMap((tensor) =>
  [1, 2, 4, 8, 16, 32]
    .filter((stage) => tensor * stage <= 64)
    .map((stage): MeshSizes => ({ data: 64 / tensor / stage, stage, tensor })),
);

describe("what the lesson says of cut layers", () => {
  it("four ways to cut, and what they send", () => {
    const ways = ["columns", "rows"].flatMap((A) =>
      ["columns", "rows"].map((B) => solved.numbersSent(A, B, 1024, 768, 2)),
    );
    expect(ways.map((numbers) => numbers / (1024 * 768))).toEqual([2.5, 1, 4.5, 3]);
    says("2.5 to 4.5 times as many numbers");
  });

  it("the sample conclusion's bytes are the formula's", () => {
    expect((solved.tensorBytes({ layers: 4, rows: 8, tokens: 128, width: 128, devices: 2 }) / 1e6).toFixed(1)).toBe(
      "8.4",
    );
    says("these are 8.4 MB in a step", "8 rows of 128 tokens in a step");
  });
});

describe("what it says of pipelines", () => {
  it("the bubble of its examples", () => {
    const idle = (devices: number, microbatches: number) =>
      solved.idleShare(gpipe({ devices, stages: devices, microbatches }), 1, 2);
    expect(idle(4, 4)).toBeCloseTo(3 / 7, 12);
    expect((4 * (1 - idle(4, 4))).toFixed(1)).toBe("2.3");
    expect([idle(4, 26) > 0.1, idle(4, 27) > 0.1]).toEqual([true, false]);
    expect((100 * idle(4, 8)).toFixed(0)).toBe("27");
    says("idle for 3/7 of the time, and only 2.3 times as fast", "27 % of the seconds of a step");
  });

  it("interleaved stages: (p - 1) / (v m + p - 1)", () => {
    const size = { devices: 4, stages: 8, microbatches: 8 };
    const tasks = timeTasks(oneForwardOneBackward(size), size, { forward: 0.5, backward: 1 });
    expect(bubbleOf(tasks, 4)).toBeCloseTo(3 / (2 * 8 + 3), 12);
    says("bubble = (p - 1) / (v m + p - 1)");
  });
});

describe("what it says of meshes", () => {
  it("the model's weights", () => {
    expect(((12 * model.layers * model.width ** 2) / 1e9).toFixed(0)).toBe("39");
    says("a GPT with 39 billion weights", "256 rows of 4,096 tokens");
    expect([model.rows, model.tokens]).toEqual([256, 4096]);
  });

  it("the bytes along its axes", () => {
    const { data, stage, tensor } = solved.bytesByAxis(model, cube);
    expect(tensor / stage).toBeGreaterThan(100);
    expect(tensor).toBeGreaterThan(data);
    expect((tensor / 50e9 - tensor / 450e9).toFixed(1)).toBe("5.5");
    says(
      "more than a hundred times as many bytes as along `stage`",
      "these all-reduces would take 5.5 s longer",
      "at 50 GB/s instead of 450",
    );
  });

  it("the fastest of all, which does not fit, and of those that fit", () => {
    const alone = { data: 64, stage: 1, tensor: 1 };
    const fastest = meshes.reduce((one, other) => (secondsOf(other) < secondsOf(one) ? other : one));
    expect(fastest).toEqual(alone);
    expect([secondsOf(alone).toFixed(2), (solved.memoryBytes(model, alone) / 1e9).toFixed(0)]).toEqual(["8.36", "673"]);
    const best = solved.fastestMesh(model, cluster);
    expect(best).toEqual({ data: 2, stage: 8, tensor: 4 });
    expect([secondsOf(best).toFixed(2), (solved.memoryBytes(model, best) / 1e9).toFixed(0)]).toEqual(["8.92", "33"]);
    says(
      "a device would need 673 GB",
      "a step would take 8.36 s",
      "data 2, stage 8, tensor 4: 8.92 s a step and 33 GB",
    );
    // At level 3, weights are gathered twice and gradients added up once: half as much again as their all-reduce.
    const { data, ...others } = solved.stepParts(model, alone, axisRates(alone, cluster), cluster.operationsPerSecond);
    const level3 = Object.values(others).reduce((sum, part) => sum + part, 1.5 * data);
    expect(level3.toFixed(1)).toBe("8.7");
    const weights = 12 * model.layers * model.width ** 2;
    const held = solved.memoryBytes(model, alone) - 16 * weights * (1 - 1 / 64) + 2 * 4 * (weights / model.layers);
    expect(held).toBeLessThan(cluster.memoryBytes);
    says("With ZeRO's level 3, 64 copies would fit, too, and by the same model of costs a step would take 8.7 s");
    const fitting = meshes.filter((mesh) => solved.memoryBytes(model, mesh) <= cluster.memoryBytes);
    const near = fitting.filter((mesh) => secondsOf(mesh) < 1.02 * secondsOf(best));
    expect(near).toHaveLength(5);
    says("Five meshes, with the fastest one, are within 2 %", "the meshes that take 30 % longer");
    const across = fitting.filter(({ tensor }) => tensor === 16).map((mesh) => secondsOf(mesh) / secondsOf(best));
    across.forEach((times) => expect(times).toBeGreaterThan(1.3));
  });

  it("the fastest for other batches and networks", () => {
    const fewRows = solved.fastestMesh({ ...model, rows: 64 }, cluster);
    const slow = solved.fastestMesh(model, { ...cluster, betweenBytesPerSecond: 3e9 });
    expect([fewRows, slow]).toEqual([1, 1].map((data) => ({ data, stage: 8, tensor: 8 })));
    expect(solved.fastestMesh({ ...model, rows: 1024 }, cluster).tensor).toBe(2);
    const copies = { data: 64, stage: 1, tensor: 1 };
    const others = [fewRows, copies].map((mesh) => secondsOf(mesh, { ...model, rows: 64 }).toFixed(2));
    expect(others).toEqual(["2.57", "2.66"]);
    const overSlow = { ...cluster, betweenBytesPerSecond: 3e9 };
    expect([slow, copies].map((mesh) => secondsOf(mesh, model, overSlow).toFixed(1))).toEqual(["10.9", "20.3"]);
    says("2.66 s instead of 2.57 s with 64 rows, and 20.3 s instead of 10.9 s");
    says(
      "With 64 rows, or with a slow network, the fastest mesh has no copies at all",
      "With 1,024 rows, layers are cut in two",
    );
  });

  it("the published meshes", async () => {
    const all = await publishedMeshes();
    says("on up to 16,384 H100 GPUs, in nodes of 8", "on 512 and on 2,560 GPUs", "40 copies instead of eight");
    expect(Math.max(...all.map(({ gpus }) => gpus))).toBe(16_384);
    const [few, many] = all.filter(({ microbatches }) => microbatches !== undefined);
    expect([few.gpus, many.gpus, few.data, many.data, many.microbatches]).toEqual([512, 2560, 8, 40, 24]);
    const rate = ({ data, microbatches, secondsPerStep }: typeof few) => (data * microbatches!) / secondsPerStep!;
    const times = rate(many) / rate(few);
    expect([times.toFixed(2), ((100 * times * few.gpus) / many.gpus).toFixed(0)]).toEqual(["4.51", "90"]);
    says("train 4.51 times as many rows in a second: 90 % of the ideal");
    expect(((100 * 7) / (24 + 7)).toFixed(0)).toBe("23");
    expect([many.stage, many.chunks]).toEqual([8, 8]);
    says("idle for 23 % of the time", "each device has eight chunks");
    expect(((16 * 405) / 8 / 16).toFixed(0)).toBe("51"); // GB, of 405 billion weights
    says("16 bytes for each of 405 billion weights", "51 GB on each GPU");
  });
});

describe("its measured runs", () => {
  it("are the same here as those that its checks ask for", () => {
    const runs = text(cells.find(({ id }) => id === "run-tensor")!);
    for (const argument of [
      'dataset: "synthetic"',
      "context: 128",
      "batchSize: 8",
      "trainRows: 80",
      "stepsPerEpoch: 10",
    ])
      expect(runs).toContain(argument);
  });

  it("name the statements that this machine decides as its check knows them", () => {
    const statements = text(cells.find(({ id }) => id === "decided-text")!).match(/^\d\. /gm);
    expect(statements).toHaveLength(8);
    says("return [1, 3, 4, 6, 8];");
  });
});
