import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { frameworksAtHand, runFramework } from "../../../chapters/07-frameworks/run-framework";
import { ownCores } from "../../../lib/jobs";
import { exampleRun } from "../../../lib/runs";
import { readRun, writeRun } from "../../../lib/runs/record";
import { inOwnFolder } from "../../own-folder";

const own = inOwnFolder("run-framework");
const cores = ownCores().length;

const sizes = {
  model: "resnet20",
  dataset: "synthetic",
  localBatchSize: 8,
  trainImages: 36,
  testImages: 8,
  epochs: 2,
};
const record = join("results", "run.json");
const measure = (changed: Record<string, unknown> = {}, ofProgram: Record<string, unknown> = {}) =>
  runFramework({
    ...{ framework: "ours", processes: 1, replicate: 1, record, ...changed },
    arguments: { ...sizes, ...ofProgram },
  });

describe("a training of lesson 7", () => {
  it("is measured with whole batches, is kept, and is measured anew for another replicate", async () => {
    const run = await measure();
    expect(run).toMatchObject({ framework: "ours", processes: 1, replicate: 1, localBatch: 8 });
    expect(run.epochs.map(({ images }) => images)).toEqual([32, 32]); // 4 of 36 images are no batch
    for (const { seconds, accuracy, testAccuracy } of run.epochs) {
      expect(seconds).toBeGreaterThan(0);
      for (const share of [accuracy, testAccuracy]) expect([share >= 0, share <= 1]).toEqual([true, true]);
    }
    const kept = await readRun(record);
    expect(kept.configuration).toMatchObject({ seed: 1, epochs: 2, globalBatchSize: 8, learningRate: 0.1 / 16 });
    expect(await measure()).toEqual(run);
    expect(own.printed.at(-1)).toMatch(/holds this run, measured .*: not run again/);
    await measure({ replicate: 2 });
    expect(own.printed.some((line) => line.includes("was measured with seed 1: running anew"))).toBe(true);
    expect((await readRun(record)).configuration.seed).toBe(2);
  });

  it("in another framework is not taken from a record of this engine", async () => {
    await writeRun(record, exampleRun({ epochSeconds: [5, 3], batches: [8, 8] }));
    const asked = { framework: "pytorch-ddp", processes: 1, replicate: 1, arguments: { model: "resnet50v2" }, record };
    await expect(runFramework(asked)).rejects.toThrow("--model");
    expect(own.printed[0]).toMatch(/was measured with framework ours: running anew/);
  });

  it.skipIf(cores < 2)("on two processes trains on both, with a step of twice the images", async () => {
    const run = await measure({ processes: 2 });
    expect(run).toMatchObject({ processes: 2, localBatch: 8 });
    expect(run.epochs.map(({ images }) => images)).toEqual([32, 32]);
    const { configuration } = await readRun(record);
    expect(configuration).toMatchObject({ workers: 2, globalBatchSize: 16, learningRate: 0.1 / 8 });
  });

  it.each([
    [{ processes: 0 }, {}, /^processes is 0: give a whole number from 1 up\.$/],
    [{ processes: 1.5 }, {}, /^processes is 1\.5: give a whole number from 1 up\.$/],
    [{ replicate: -1 }, {}, /^replicate is -1: give a whole number from 0 to 2147483647\.$/],
    [{ framework: "pytorch" }, {}, /^There is no framework "pytorch": choose one of ours, tensorflow, [^\n]*\.$/],
    [{ processes: cores + 1 }, {}, new RegExp(`^${cores + 1} processes need a core each, and there (is 1 core|are ${cores} cores) here: take fewer processes\\.$`)],
    [{}, { model: "resnet50" }, /: --model is "resnet50": give one of resnet44, resnet20, resnet32, resnet56\. \(Did you mean one of resnet20, resnet56\?\)$/],
    [{}, { localBatchSize: 64 }, /: There are 36 training images, too few for a step of 64: take more, or smaller batches\.$/],
  ])("with %j and %j gets one line with the value, the limit and what to do", async (changed, ofProgram, line) => {
    await expect(measure(changed, ofProgram)).rejects.toThrow(line);
    expect(existsSync(record)).toBe(false);
  }); // prettier-ignore

  it("is not made while it is graded: what was handed in counts, and else a made-up run", async () => {
    vi.stubEnv("NBGRADER_EXECUTION", "autograde");
    const made = await measure({ processes: 2 });
    expect(own.printed[0]).toMatch(/Nothing is trained while grading/);
    expect(made).toMatchObject({ processes: 2, localBatch: 8 });
    expect(made.epochs).toHaveLength(2);
    expect(made.epochs.every(({ seconds, images }) => seconds > 0 && images > 0)).toBe(true);
    await writeRun(record, exampleRun({ epochSeconds: [5, 3], batches: [32, 32, 8] }));
    expect((await measure()).epochs.map(({ images }) => images)).toEqual([72, 72]);
  });
});

describe("the frameworks of a machine", () => {
  const machine = join("results", "at-hand", "machine.json");

  /** Makes this shell script the Python of the site. */
  function sitePython(script: string): void {
    writeFileSync("python", `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    writeFileSync("site.json", JSON.stringify({ frameworks: { python: join(own.folder, "python") } }));
    vi.stubEnv("WORKBOOK_SITE", join(own.folder, "site.json"));
  }

  it("are those that an environment has, this engine first, and are kept beside the records", async () => {
    sitePython(`echo '{"versions":{"torch":"9"},"licences":{},"sources":{},"horovod":[]}'`);
    expect(await frameworksAtHand(["pytorch-ddp"])).toEqual(["ours", "pytorch-ddp"]);
    expect(JSON.parse(readFileSync(machine, "utf8"))).toEqual({ frameworks: ["ours", "pytorch-ddp"] });
    expect(own.printed).toEqual([]);
  });

  it("that cannot be had are left out, and a line says why", async () => {
    sitePython("echo no Python >&2; exit 1");
    expect(await frameworksAtHand(["mxnet-kvstore", "ours"])).toEqual(["ours"]);
    expect(own.printed).toEqual([expect.stringMatching(/^Without mxnet-kvstore: The site's Python .* does not run: /)]);
  });

  it("are called by names that there are", async () => {
    await expect(frameworksAtHand(["torch"])).rejects.toThrow(/^There is no framework "torch": choose one of ours, /);
  });

  it("are those of the student's machine while it is graded", async () => {
    mkdirSync(join("results", "at-hand"), { recursive: true });
    writeFileSync(machine, JSON.stringify({ frameworks: ["ours", "mxnet-kvstore"] }));
    vi.stubEnv("NBGRADER_EXECUTION", "autograde");
    expect(await frameworksAtHand(["pytorch-ddp"])).toEqual(["ours", "mxnet-kvstore"]);
  });
});
