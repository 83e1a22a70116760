import { describe, expect, it } from "vitest";
import { gradientBytes } from "../../lib/measure";
import { memoryOf } from "../../lib/plan/plan-memory";
import { ratesOf } from "../../lib/plan/rates";
import { subjectOf } from "../../lib/plan/subject";
import type { PlanCluster, PlanConfiguration } from "../../lib/plan";
import { readCluster, linksOf } from "../../lib/plan/cluster";
import { configurationsOf, leftOut, usualBatches } from "../../lib/plan/configurations";
import { parameterCount } from "../../lib/models/known";
import { ownSteps, isPlain } from "../../lib/plan/own-runs";
import { exampleRun } from "../../lib/runs/example-run";
import type { RunRecord } from "../../lib/runs/record";
import { fileOf, resnet50 } from "./plan-files";

const h100 = readCluster("h100");
const alone: PlanConfiguration = {
  ...{ devices: 1, devicesPerNode: 1, localBatch: 64, accumulation: 1, sharded: false, globalBatch: 64 },
};

describe("configurationsOf", () => {
  it("divides each global batch among devices and batches, with and without sharding", () => {
    const all = configurationsOf(h100, [512, 4096]);
    for (const { devices, localBatch, accumulation, globalBatch } of all)
      expect(devices * localBatch * accumulation).toBe(globalBatch);
    expect([...new Set(all.map(({ devices }) => devices))]).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
    expect(all.filter(({ devices, sharded }) => devices === 1 && sharded)).toEqual([]);
    expect(all.filter(({ devices }) => devices === 2).every(({ devicesPerNode }) => devicesPerNode === 2)).toBe(true);
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(all.length);
  });

  it("includes all devices where they are no power of two", () => {
    const counts = (devices: number, devicesPerNode: number) => [
      ...new Set(configurationsOf({ ...h100, devices, devicesPerNode }, [3 * 5 * 64]).map((each) => each.devices)),
    ];
    expect(counts(6, 6)).toEqual([1, 2, 4, 6]);
    expect(counts(12, 4)).toEqual([1, 2, 4, 8, 12]);
    expect(counts(3, 4)).toEqual([1, 2, 3]);
  });

  it("uses all devices by default, whatever their number is", () => {
    const planned = (devices: number, devicesPerNode: number) => {
      const cluster = { ...h100, devices, devicesPerNode };
      return [...new Set(configurationsOf(cluster, usualBatches(cluster)).map((each) => each.devices))].sort(
        (a, b) => a - b,
      );
    };
    expect(planned(24, 8)).toEqual([1, 2, 4, 8, 16, 24]);
    expect(planned(12, 6)).toEqual([1, 2, 4, 6, 12]);
    expect(planned(77, 7)).toEqual([1, 2, 4, 7, 14, 28, 56, 77]);
    const powers = [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192];
    expect(usualBatches(h100)).toEqual(powers);
    const multiples = [48, 96, 192, 384, 768, 1536, 3072, 6144];
    expect(usualBatches({ ...h100, devices: 24 })).toEqual([...powers, ...multiples].sort((a, b) => a - b));
  });

  it("says which numbers of devices a choice of global batches leaves out, and what to add", () => {
    const of = (devices: number, devicesPerNode: number, batches: number[]) =>
      leftOut({ ...h100, devices, devicesPerNode }, batches);
    expect(of(24, 8, [1024, 1536])).toBeUndefined();
    expect(of(24, 12, [1024, 2048])).toBe(
      "12 and 24 devices do not divide 1024 or 2048 images: add 1536 to --global-batch for plans with them.",
    );
    expect(of(8, 8, [2])).toBe("4 and 8 devices do not divide 2 images: add 8 to --global-batch for plans with them.");
    const many = { ...h100, devices: 10_000, devicesPerNode: 1 };
    expect(leftOut(many, usualBatches(many))).toMatch(
      /^10000 devices do not divide any of 9 global batches: add 10000 /,
    );
  });
});

describe("memoryOf", () => {
  const memory = (more: Partial<PlanConfiguration>, slots = 1) =>
    memoryOf(resnet50, { ...alone, ...more }, { cluster: h100, slots }).bytes;

  it("grows with images, the optimizer's state and accumulated gradients, and shrinks where devices share these", () => {
    expect(memory({ localBatch: 65 }) - memory({})).toBeCloseTo(150e6);
    expect(memory({}, 2) - memory({})).toBe(4 * 25.6e6);
    expect(memory({ accumulation: 2 }) - memory({})).toBe(4 * 25.6e6);
    // Weights, one slot, and 1.25 times the gradients, of which seven eighths are elsewhere.
    const whole = memory({ devices: 8 });
    expect(whole - memory({ devices: 8, sharded: true })).toBeCloseTo((7 / 8) * 4 * 25.6e6 * 3.25);
    expect(whole).toBe(memory({}));
  });

  it("leaves a tenth free", () => {
    const bytes = memory({});
    const fits = (memoryGB: number) => memoryOf(resnet50, alone, { cluster: { ...h100, memoryGB }, slots: 1 }).fits;
    expect(fits(bytes / 0.9e9 + 0.001)).toBe(true);
    expect(fits(bytes / 0.9e9 - 0.001)).toBe(false);
  });
});

describe("subjectOf", () => {
  it("takes the memory of an image from the graph, on whose line other batches lie", async () => {
    const { memoryOfStep } = await import("../../lib/plan/step-memory");
    const subject = await subjectOf("resnet20", { imageSize: 32 });
    // Keras counts the moving means and variances of 688 channels, too, which have no gradients.
    const parameters = (parameterCount("resnet20", 10) ?? NaN) - 2 * 688;
    expect(subject).toMatchObject({ name: "resnet20", parameters, imageSize: 32 });
    expect(subject.bytesPerImage).toBe(memoryOfStep("resnet20", 32, 10).bytesPerImage);
    // Each of 19 convolutions keeps its input and its output for the backward pass: 1 to 8 MB in all with scratch space.
    expect(subject.bytesPerImage / 1e6).toBeGreaterThan(1);
    expect(subject.bytesPerImage / 1e6).toBeLessThan(8);
    const larger = await subjectOf("resnet20", { imageSize: 64 });
    expect(larger.bytesPerImage / subject.bytesPerImage).toBeCloseTo(4, 1);
    expect(larger.multiplyAdds / subject.multiplyAdds).toBeCloseTo(4, 5);
    const [large, huge] = [1024, 2048].map((size) => memoryOfStep("resnet20", size, 10).bytesPerImage); // by other batches
    expect(huge / large).toBeCloseTo(4, 2);
    expect(memoryOfStep("resnet20", 8192, 10).bytesPerImage / huge).toBeCloseTo(16, 1);
  });

  it("reads a network that somebody describes", async () => {
    const file = fileOf(
      "net.yaml",
      "name: Net\nimageSize: 64\nparameters: 1000000\nmultiplyAdds: 2.5e8\nactivations: 1.0e6\n",
    );
    expect(await subjectOf(file)).toEqual({
      ...{ name: "Net", imageSize: 64, parameters: 1e6, multiplyAdds: 2.5e8, bytesPerImage: 1.6 * 4e6 },
    });
    await expect(subjectOf(file, { imageSize: 32 })).rejects.toThrow(/describes images of 64 pixels, not 32/);
  });

  it.each([
    ["name: Net\n", /^The model's file .*net\.yaml: imageSize: .*expected number/],
    ["name: [", /^The model's file .*net\.yaml: it is no YAML: /],
    [
      "name: Net\nimageSize: 64\nparameters: 1\nmultiplyAdds: 1.0e300\nactivations: 1\n",
      /net\.yaml: multiplyAdds: 1e\+300 is out of range: give a number from 1000 to 1000000000000000000\.$/,
    ],
    [
      "name: Net\nimageSize: 64\nparameters: 1\nmultiplyAdds: 1.0e-300\nactivations: 1\n",
      /multiplyAdds: 1e-300 is out of/,
    ],
    ["name: Net\nimageSize: 64\nparameters: -1\n", /^The model's file .*net\.yaml: parameters: .*\.$/],
  ])("refuses %j in one line", async (text, message) => {
    const error: unknown = await subjectOf(fileOf("net.yaml", text)).catch((reason: unknown) => reason);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain("\n");
  });

  it("says which models there are", async () => {
    await expect(subjectOf("resnet51")).rejects.toThrow(
      /^There is no model "resnet51": choose one of .*resnet50.*\(Did you mean one of resnet50, resnet56\?\)$/,
    );
  });
});

describe("ratesOf", () => {
  const precision = "mixed_float16" as const;
  const plan = (cluster: PlanCluster) => ({
    ...{
      devices: 1,
      devicesPerNode: 1,
      localBatch: 1000,
      gradientBytes: gradientBytes(25.6e6),
      links: linksOf(cluster),
    },
  });

  it("follows measured steps of the cluster's file", async () => {
    const { fit, from } = await ratesOf(h100, resnet50, { precision });
    expect(from).toBe("5 steps in the cluster's file");
    for (const { devices, localBatch, seconds } of h100.steps) {
      const again = fit.predict({ ...plan(h100), devices, devicesPerNode: Math.min(8, devices), localBatch });
      expect(Math.abs(again.seconds / seconds - 1)).toBeLessThan(0.05);
    }
  });

  it("takes the rate of operations where there are no steps, and is less sure then", async () => {
    const sheet = await ratesOf(h100, resnet50, { precision: "float32" });
    expect(sheet.from).toBe("the device's rate of operations alone");
    // 1,000 images of 4 billion multiply-adds, 6 operations each, at 30 TFLOP/s, and what a step takes whatever its batch.
    const { seconds, low = NaN, high = NaN } = sheet.fit.predict(plan(h100));
    expect(seconds).toBeGreaterThan(0.8);
    expect(seconds).toBeLessThan(0.83);
    expect(high / low).toBeGreaterThan(10);
    const known = (await ratesOf(h100, resnet50, { precision })).fit.predict(plan(h100));
    expect((known.high ?? NaN) / (known.low ?? NaN)).toBeLessThan(1.5);
  });

  it("learns from own runs, however wrong the sheet is", async () => {
    const cluster = { ...readCluster("two-cores"), operationsPerSecond: 1e12 };
    const subject = { ...resnet50, name: "Example" };
    const run = exampleRun({ epochSeconds: [21, 20, 20], batches: Array<number>(10).fill(32) });
    Object.assign(run.configuration, { model: "example", imageSize: 224, device: "cpu", precision: "float32" });
    run.where.cores = 1;
    const truth = 2; // seconds of a step
    const rates = async (runs: (typeof run)[]) =>
      (await ratesOf(cluster, subject, { precision: "float32", runs })).fit.predict({
        ...plan(cluster),
        localBatch: 32,
      });
    const [before, after] = [await rates([]), await rates([run])];
    expect(Math.abs(Math.log(after.seconds / truth))).toBeLessThan(0.1);
    expect(Math.abs(Math.log(before.seconds / truth))).toBeGreaterThan(0.5);
    expect((after.high ?? NaN) / (after.low ?? NaN)).toBeLessThan((before.high ?? NaN) / (before.low ?? NaN));
  });

  it("expects own runs to be further off than published ones, and says which of them do not count", async () => {
    const run = exampleRun({ epochSeconds: [21, 20, 20], batches: Array<number>(10).fill(32) });
    const configuration = {
      ...run.configuration,
      model: "resnet50",
      imageSize: 224,
      device: "gpu",
      precision,
    } as const;
    const own = { ...run, configuration };
    const rates = (runs: (typeof run)[], cluster = h100) => ratesOf(cluster, resnet50, { precision, runs });
    const [published, all] = await Promise.all([rates([]), rates([own], { ...h100, steps: [] })]);
    expect(published.fit.noise?.share).toBeLessThan(0.03);
    expect(all.fit.noise?.share).toBeGreaterThan(0.1);
    expect(all.from).toBe("1 run of one's own");
    const small = { ...run, configuration: { ...configuration, imageSize: 64 } };
    const resumed = { ...own, resumedFrom: [{ epoch: 1, step: 2 }] };
    expect((await rates([own, small, resumed])).from).toBe(
      "5 steps in the cluster's file, 1 run of one's own (2 of 3 runs do not count: image size 64 instead of 224; resumed)",
    );
    const short = { ...own, epochs: own.epochs.slice(0, 1) };
    const other = { ...run, configuration: { ...configuration, model: "\u001b[2J" } };
    expect((await rates([short, other], { ...h100, steps: [] })).from).toBe(
      "the device's rate of operations alone (2 of 2 runs do not count: without a second epoch; model  [2j instead of resnet50)",
    );
    await expect(rates([short], { ...h100, steps: [], operationsPerSecond: undefined })).rejects.toThrow(
      /or name own runs by --runs \(1 of 1 run does not count: without a second epoch\)\.$/,
    );
  });

  it("leaves out runs of another kind", () => {
    const run = exampleRun({ epochSeconds: [2, 2], batches: [8, 8] });
    Object.assign(run.configuration, { model: "resnet50", imageSize: 224, device: "gpu" });
    const steps = (change: object) =>
      ownSteps(
        [{ ...run, configuration: { ...run.configuration, ...change } }],
        { ...resnet50, device: "gpu", precision: "float32" },
        { cluster: h100 },
      );
    expect(steps({})).toHaveLength(1);
    for (const change of [
      ...[{ model: "resnet101" }, { imageSize: 128 }, { device: "cpu" }, { precision: "mixed_float16" }],
      ...[
        { framework: "keras" },
        { xla: true },
        { checkpointActivations: true },
        { secondsPerImage: 0.5 },
        { workers: 3, replicas: 2 },
        { sharding: { mesh: { data: 2 } } },
      ],
    ])
      expect(steps(change), JSON.stringify(change)).toEqual([]);
    const none = { ...run.epochs[0], steps: { start: [], end: [], wait: [] } } as unknown as RunRecord["epochs"][0];
    for (const change of [{ epochs: [run.epochs[0], none] }, { where: { ...run.where, cores: 0 } }])
      expect(isPlain({ ...run, ...change }), JSON.stringify(change)).toBe(false);
  });

  it("says what is missing where nothing is known", async () => {
    const unknown = { ...h100, operationsPerSecond: undefined, steps: [] };
    await expect(ratesOf(unknown, resnet50, { precision })).rejects.toThrow(
      /^Nothing says how fast 64 nodes of 8 H100 trains ResNet50 at 224 pixels in mixed_float16: give its file operationsPerSecond, or steps, or name own runs by --runs\.$/,
    );
  });
});
