import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa, type ResultPromise } from "execa";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { modelNames } from "../../lib/models";
import { readRun, type RunRecord } from "../../lib/runs/record";
import { until } from "../cluster/on-cluster";
import { memoryLimit } from "../training/memory-limit";
import { full } from "../extent";

const workbook = join(__dirname, "..", "..", "workbook");
// A small ResNetV2 with everything a large one has.
const small =
  "--model tinyresnetv2 --dataset synthetic --train-images 44 --test-images 8 --image-size 16 --batch-size 8".split(
    " ",
  );

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "train-"));
  file = join(folder, "run.json");
});
afterEach(() => rm(folder, { recursive: true }));

function train(...flags: string[]): ResultPromise<{ reject: false }> {
  const options = { ...{ reject: false, cwd: folder }, forceKillAfterDelay: false } as const;
  return execa(process.execPath, [workbook, "train", ...flags], options);
}
const losses = (run: RunRecord): number[] => run.epochs.flatMap(({ steps }) => steps.loss);

const stepsIn = (checkpoints: string): number[] =>
  readdirSync(checkpoints).map((name) => Number(/^step-(\d+)$/.exec(name)?.[1] ?? -1));

describe("workbook train", () => {
  it("trains and writes a record, also where none was named", async () => {
    const { exitCode, stdout } = await train(...small, "--epochs", "1", "--momentum", "0.9", "--precision", "mixed");
    expect(exitCode).toBe(0);
    const path = /record: (.*)$/.exec(stdout)?.[1];
    expect(path).toMatch(/^results\/train\/.*\.json$/);
    const run = await readRun(join(folder, String(path)));
    expect(run).toMatchObject({ outcome: "completed", where: { devices: ["CPU:0"] } });
    const chosen = {
      program: "train",
      model: "tinyresnetv2",
      globalBatchSize: 8,
      momentum: 0.9,
      precision: "mixed_bfloat16",
    };
    expect(run.configuration).toMatchObject(chosen);
    expect(run.epochs[0].steps.images).toEqual([8, 8, 8, 8, 8, 4]);
  });

  it.runIf(full).each([
    ["sgd", ["--momentum", "0.9"]],
    ["adamw", ["--optimizer", "adamw", "--cosine", "--clip-norm", "1"]],
  ])("goes on after kill -9 with the losses of a run that was never stopped (%s)", async (_, optimizer) => {
    const whole = join(folder, "whole.json");
    await train(...small, ...optimizer, "--epochs", "8", "--record", whole);
    const checkpoint = ["--checkpoint", join(folder, "checkpoints"), "--checkpoint-steps", "4"];
    const killed = train(...small, ...optimizer, "--epochs", "8", "--record", file, ...checkpoint);
    // Only the two last checkpoints are kept.
    await until(() => existsSync(checkpoint[1]) && stepsIn(checkpoint[1]).some((step) => step >= 8), 100);
    killed.kill("SIGKILL");
    await killed;
    const again = train(...small, ...optimizer, "--epochs", "8", "--record", file, ...checkpoint, "--resume");
    const { exitCode } = await again;
    expect(exitCode).toBe(0);
    const run = await readRun(file);
    expect(run.resumedFrom).toHaveLength(1);
    expect(losses(run)).toEqual(losses(await readRun(whole)));
  });

  it("ends after the step that SIGTERM finds it in, with a checkpoint and status 143", async () => {
    const checkpoint = join(folder, "checkpoints");
    const running = train(...small, "--epochs", "1000", "--record", file, "--checkpoint", checkpoint);
    await until(async () => existsSync(file) && (await readRun(file)).epochs.length > 0, 100);
    running.kill("SIGTERM");
    expect((await running).exitCode).toBe(143);
    const run = await readRun(file);
    expect(run).toMatchObject({ outcome: "interrupted", reason: "Ended by SIGTERM." });
    expect(existsSync(join(checkpoint, `step-${String(losses(run).length).padStart(8, "0")}`))).toBe(true);
  });

  it.runIf(full)("that the kernel kills for memory leaves a record with a batch size that fits", async (test) => {
    const limit = memoryLimit(1e9);
    if (typeof limit === "string") {
      test.skip(`the memory limit was not tested: ${limit}`);
      return;
    }
    const limited = (batchSize: number) => {
      const flags = ["--model", "tinyresnetv2", "--dataset", "synthetic", "--image-size", "64", "--no-evaluate"];
      const sizes = ["--train-images", "8192", "--batch-size", String(batchSize), "--steps", "1", "--epochs", "1"];
      const words = [process.execPath, workbook, "train", ...flags, ...sizes, "--record", file];
      return execa("sh", ["-c", `${limit.enter} && exec "$@"`, "sh", ...words], { reject: false });
    };
    try {
      const { exitCode, stderr } = await limited(8192);
      const run = await readRun(file);
      expect(run.outcome).toBe("out-of-memory");
      expect(exitCode).toBe(1);
      expect(stderr).toContain("Out of memory at a global batch size of 8192");
      expect(run.suggestedBatchSize).toBeGreaterThan(0);
      await limited(run.suggestedBatchSize ?? 0);
      expect((await readRun(file)).outcome).toBe("completed");
    } finally {
      await limit.remove();
    }
  });

  it.each([
    [["--bogus"], "unknown option '--bogus'"],
    [["--batch-size", "0"], "'0' is invalid. It must be a whole number from 1."],
    [["--batch-size", "8", "--local-batch-size", "8"], "cannot be used with"],
    [["--device", "tpu"], "Allowed choices are cpu, gpu."],
    [["--learning-rate", "-1"], "It must be a number greater than 0."],
    [["--momentum", "1"], "It must be a number from 0 to below 1."],
    [["--resume"], "--resume needs --checkpoint FOLDER"],
    [["--momentum", "0.9", "--optimizer", "adamw"], "--momentum is SGD's: leave it out with --optimizer adamw"],
    [["--weight-decay", "0.1"], "--weight-decay needs --optimizer adamw"],
    [["--checkpoint-steps", "5"], "--checkpoint-steps needs --checkpoint FOLDER"],
    [["--model", "gpt-1m", "--data", "host"], "--data is for images: leave it out with gpt-1m"],
    [["--model", "gpt-1m", "--augment"], "--augment is for images: leave it out with gpt-1m"],
    [["--model", "gpt-1m", "--prefetch", "2"], "--prefetch is for images"],
    [["--model", "gpt-1m", "--loaders", "4"], "--loaders is for images"],
    [["--model", "gpt-1m", "--seconds-per-image", "0.5"], "--seconds-per-image is for images"],
    [["--model", "gpt-1m", "--data-dir", "/nowhere"], "--data-dir is for images"],
    [["--model", "gpt-1m", "--image-size", "999"], "--image-size is for images"],
    [["--context", "64"], "--context is for texts: leave it out with resnet50v2"],
    [["--threads", "100000"], "It must be a whole number from 1 to 1024."],
    [["--model", "resnet"], '--model is "resnet", but must be one of resnet50v2,'],
    [["--dataset", "cifar"], '--dataset is "cifar", but must be one of cifar10, tinyimagenet, synthetic.'],
  ])("refuses %j in one line, with status 2", async (flags, expected) => {
    const { exitCode, stderr, stdout } = await train(...flags);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(expected);
    expect((stdout + stderr).trim()).not.toContain("\n");
  });

  it("lists all flags", async () => {
    const { exitCode, stdout } = await train("--help");
    expect(exitCode).toBe(0);
    for (const flag of ["--batch-size", "--local-batch-size", "--precision", "--resume", "--preset", "--no-evaluate"]) {
      expect(stdout).toContain(flag);
    }
    for (const model of modelNames.filter((name) => !name.startsWith("tiny"))) {
      expect(stdout).toMatch(new RegExp(`\\b${model}\\b`));
    }
  });
});

describe("workbook run", () => {
  const run = (...words: string[]) => execa(process.execPath, [workbook, "run", ...words], { reject: false });

  it("refuses a program that is not there", async () => {
    const { exitCode, stderr } = await run("no-such-program");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("there is no program no-such-program");
  });

  it("passes arguments, exit status and output on, and makes an error one line", async () => {
    const program = join(folder, "program.mjs");
    const { writeFile } = await import("node:fs/promises");
    await writeFile(program, "console.log(process.argv.slice(2).join());\nthrow new Error('it\\nbroke');\n");
    const { exitCode, stdout, stderr } = await run(program, "--help", "x", "--y=1");
    expect(stdout).toBe("--help,x,--y=1");
    expect(stderr).toBe("workbook: it broke");
    expect(exitCode).toBe(1);
  });
});
