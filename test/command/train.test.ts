import { existsSync } from "node:fs";
import { join } from "node:path";
import { execa, type ResultPromise } from "execa";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { trainCommand } from "../../lib/command/train/command";
import { modelNames } from "../../lib/models";
import { readRun, type RunRecord } from "../../lib/runs/record";
import { until } from "../cluster/on-cluster";
import { memoryLimit } from "../training/memory-limit";
import { stepsDone } from "../training/steps-done";
import { all, full } from "../extent";
import { inProcess } from "./in-process";
import { temporaryFolder } from "../temporary";

// What is refused never gets as far as the process that trains.
vi.mock(import("../../lib/training/supervisor"), async (original) => ({
  ...(await original()),
  supervise: () => Promise.reject(new Error("It was not refused.")),
}));

const workbook = join(__dirname, "..", "..", "workbook");
// A small ResNetV2 with everything a large one has.
const small =
  "--model tinyresnetv2 --dataset synthetic --train-images 44 --test-images 8 --image-size 16 --batch-size 8".split(
    " ",
  );

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder("train");
  file = join(folder, "run.json");
});

function train(...flags: string[]): ResultPromise<{ reject: false }> {
  const options = { ...{ reject: false, cwd: folder }, forceKillAfterDelay: false } as const;
  return execa(process.execPath, [workbook, "train", ...flags], options);
}
const losses = (run: RunRecord): number[] => run.epochs.flatMap(({ steps }) => steps.loss);

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

  // SGD is killed in test/training/mirrored-resume.slow.ts, too.
  it.runIf(full).each(
    [
      ["adamw", ["--optimizer", "adamw", "--cosine", "--clip-norm", "1"]],
      ["sgd", ["--momentum", "0.9"]],
    ].slice(0, all ? 2 : 1) as [string, string[]][],
  )("goes on after kill -9 with the losses of a run that was never stopped (%s)", async (_, optimizer) => {
    const whole = join(folder, "whole.json");
    await train(...small, ...optimizer, "--epochs", "8", "--record", whole);
    const checkpoint = ["--checkpoint", join(folder, "checkpoints"), "--checkpoint-steps", "4"];
    const killed = train(...small, ...optimizer, "--epochs", "8", "--record", file, ...checkpoint);
    // Only the two last checkpoints are kept.
    await until(() => stepsDone(checkpoint[1]) >= 8, 100);
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
      const sizes = ["--train-images", "2048", "--batch-size", String(batchSize), "--steps", "1", "--epochs", "1"];
      const words = [process.execPath, workbook, "train", ...flags, ...sizes, "--record", file];
      return execa("sh", ["-c", `${limit.enter} && exec "$@"`, "sh", ...words], { reject: false });
    };
    try {
      const { exitCode, stderr } = await limited(2048);
      const run = await readRun(file);
      expect(run.outcome).toBe("out-of-memory");
      expect(exitCode).toBe(1);
      expect(stderr).toContain("Out of memory at a global batch size of 2048");
      expect(run.suggestedBatchSize).toBeGreaterThan(0);
      await limited(run.suggestedBatchSize ?? 0);
      expect((await readRun(file)).outcome).toBe("completed");
    } finally {
      await limit.remove();
    }
  });

  it("lists all flags", async () => {
    const { status, printed } = await inProcess(trainCommand(), "--help");
    expect(status).toBe(0);
    for (const flag of ["--batch-size", "--local-batch-size", "--precision", "--resume", "--preset", "--no-evaluate"]) {
      expect(printed).toContain(flag);
    }
    for (const model of modelNames.filter((name) => !name.startsWith("tiny"))) {
      expect(printed).toMatch(new RegExp(`\\b${model}\\b`));
    }
  });
});

describe("workbook train --strategy mirrored", () => {
  it("trains on two devices, compares the replicas after every step, and records how", async () => {
    const { exitCode, stderr } = await train(
      ...["--strategy", "mirrored", "--devices", "2", "--check-replicas", "--device", "cpu"],
      ...["--bucket-mb", "0.5", "--warm-up-steps", "4", "--record", file],
      ...["--model", "tinyresnetv2", "--dataset", "synthetic", "--image-size", "32"],
      ...["--local-batch-size", "8", "--train-images", "32", "--test-images", "8", "--epochs", "1"],
    );
    expect(exitCode, stderr).toBe(0);
    const run = await readRun(file);
    expect(run).toMatchObject({
      outcome: "completed",
      where: { devices: ["CPU:0", "CPU:1"] },
      configuration: {
        ...{ strategy: "mirrored", replicas: 2, globalBatchSize: 16, localBatchSize: 8 },
        ...{ collectives: "ring", bucketBytes: 500_000 },
        ...{ learningRate: 0.02, warmUpSteps: 4 }, // 0.01 x replicas
      },
    });
    expect(run.epochs[0].steps.images).toEqual([16, 16]);
    expect(run.epochs[0].steps.loss.every(Number.isFinite)).toBe(true);
  });
});

const text = "--model gpt-1m --dataset synthetic --preset quick --context 32 --train-images 20 --epochs 1".split(" ");

describe("workbook train divides a model", () => {
  async function made(...flags: string[]) {
    const { exitCode, stderr, stdout } = await train(...flags, "--record", file);
    expect(exitCode, stderr).toBe(0);
    return { stdout, run: await readRun(file) };
  }

  it("by ZeRO, and says in the record what each device holds and sends", async () => {
    const rows = ["--batch-size", "6", "--train-images", "19", "--cosine"]; // one of two devices has no row of the last step
    const { stdout, run } = await made(...text, "--zero", "3", "--devices", "2", "--memory", ...rows);
    expect(stdout).toMatch(/ tokens\/s /);
    expect(run.configuration).toMatchObject({
      ...{ model: "gpt-1m", context: 32, optimizer: "adamw", strategy: "zero-3", schedule: "cosine", scheduleSteps: 4 },
      sharding: { mesh: { data: 2 }, zero: 3 },
    });
    expect(run.epochs[0].steps.images).toEqual([6, 6, 6, 1]);
    const { parameters } = run.configuration;
    run.deviceMemory!.atRest.forEach((bytes) => expect(bytes / (6 * parameters)).toBeCloseTo(1, 2));
    run.sentBytes!.data.forEach((bytes) => expect(bytes / (6 * parameters)).toBeCloseTo(1, 2));
  });

  it.runIf(full)("into stages whose layers are shared", async () => {
    const flags = [
      "--mesh",
      "stage=2,tensor=2",
      "--microbatches",
      "2",
      "--schedule",
      "gpipe",
      "--sequence",
      "--check-replicas",
    ];
    const { run } = await made(...text, ...flags);
    expect(run.configuration.sharding).toEqual({
      ...{ mesh: { stage: 2, tensor: 2 }, stages: 2, microbatches: 2, schedule: "gpipe", sequence: true },
    });
  });

  it.runIf(full)("of images by ZeRO, too, and computes its blocks again", async () => {
    const images = "--model tinyresnetv2 --dataset synthetic --preset quick --train-images 64 --epochs 1".split(" ");
    const { run } = await made(...images, "--zero", "2", "--mesh", "copies=2,data=2", "--checkpoint-activations");
    const sharding = { mesh: { copies: 2, data: 2 }, zero: 2 };
    expect(run.configuration).toMatchObject({ checkpointActivations: true, replicas: 4, sharding });
  });
});

describe("workbook train refuses in one line", () => {
  const oneLine = /^workbook: [^\n]+\n?$/;

  it.each([
    // Names are known only to the process that trains.
    ["--model resnet", '--model is "resnet", but must be one of resnet50v2,'],
    ["--dataset cifar", '--dataset is "cifar", but must be one of cifar10, tinyimagenet, synthetic.'],
    ["--resume", "--resume needs --checkpoint FOLDER"],
  ])("%s, with status 2", async (flags, expected) => {
    const { exitCode, stderr, stdout } = await train(...flags.split(" "));
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain(expected);
  });

  it("too few rows for the microbatches, before anything is made of them", async () => {
    const wrong = "--mesh stage=2,data=2 --microbatches 5 --batch-size 8".split(" ");
    const { exitCode, stderr } = await train(...text, ...wrong);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      "workbook: A global batch of 8 is too small for 2 replicas, each of which cuts its part into 5 microbatches: take at least 10.",
    );
  });

  it.each([
    ["--bogus", "unknown option '--bogus'"],
    ["--batch-size 0", "'0' is invalid. It must be a whole number from 1."],
    ["--batch-size 8 --local-batch-size 8", "cannot be used with"],
    ["--device tpu", "Allowed choices are cpu, gpu."],
    ["--learning-rate -1", "It must be a number greater than 0."],
    ["--momentum 1", "It must be a number from 0 to below 1."],
    ["--momentum 0.9 --optimizer adamw", "--momentum is SGD's: leave it out with --optimizer adamw"],
    ["--weight-decay 0.1", "--weight-decay needs --optimizer adamw"],
    ["--checkpoint-steps 5", "--checkpoint-steps needs --checkpoint FOLDER"],
    ["--model gpt-1m --data host", "--data is for images: leave it out with gpt-1m"],
    ["--model gpt-1m --augment", "--augment is for images: leave it out with gpt-1m"],
    ["--model gpt-1m --prefetch 2", "--prefetch is for images"],
    ["--model gpt-1m --loaders 4", "--loaders is for images"],
    ["--model gpt-1m --seconds-per-image 0.5", "--seconds-per-image is for images"],
    ["--model gpt-1m --data-dir /nowhere", "--data-dir is for images"],
    ["--model gpt-1m --image-size 999", "--image-size is for images"],
    ["--context 64", "--context is for texts: leave it out with resnet50v2"],
    ["--threads 100000", "It must be a whole number from 1 to 1024."],
    ["--strategy mirrored --devices 0", "'0' is invalid. It must be a whole number from 1 to 65536."],
    ["--devices 3", "--devices 3 needs --strategy mirrored"],
    ["--strategy mirrored --devices 2 --collectives mpi", "Allowed choices are ring, nccl."],
    ["--strategy mirrored --bucket-mb -1", "It must be a number from 0."],
    ["--virtual-gpus 2", "--virtual-gpus needs --strategy mirrored or multi-worker, --zero, or --mesh"],
    ["--compression bfloat16", "--compression bfloat16 needs --strategy mirrored or multi-worker, --zero, or --mesh"],
    ["--strategy multi-worker --compression zip", "Allowed choices are none, bfloat16."],
    ["--sync-every 0", "It must be a whole number from 1."],
    ["--strategy several", "Allowed choices are one-device, mirrored, multi-worker."],
    ["--mesh foo=2", 'there is no "foo=2"'],
    ["--mesh data=2,data=2", "Name each axis once."],
    ["--mesh data=2", "--mesh has neither stage nor tensor: add --zero, or take --strategy mirrored for copies"],
    ["--zero 4", "It must be 1, 2 or 3."],
    ["--sequence", "--sequence needs the axis tensor: --mesh tensor=2"],
    ["--zero 1 --mesh tensor=2", "--zero needs the axis data: --mesh data=2"],
    ["--zero 1 --mesh data=2,tensor=2", "leave one of them out"],
    ["--zero 2 --strategy mirrored", "leave --strategy out"],
    ["--mesh stage=2 --devices 2", "leave --devices out"],
    ["--microbatches 2", "--microbatches, --stages and --schedule need the axis stage: --mesh stage=2"],
    ["--model gpt-1m --momentum 0.5", "--momentum is SGD's"],
    ["--zero 2 --compression bfloat16", "--zero 2 and 3 give each device its part: leave one of them out"],
    ["--mesh copies=2,tensor=2", "--mesh has the axis copies, which goes with --zero"],
    [
      "--mesh stage=2 --model resnet50v2",
      "resnet50v2 has no layers or stages that devices could share: take a gpt, or --zero",
    ],
    [
      "--mesh stage=99999999999999999999",
      "It has 100000000000000000000 devices, but may have 65536: shorten its axes.",
    ],
    ["--mesh stage=256,tensor=257", "It has 65792 devices, but may have 65536: shorten its axes."],
    ["--mesh stage=2 --microbatches 4294967296", "It must be a whole number from 1 to 65536."],
    ["--mesh stage=2 --stages 4294967296", "It must be a whole number from 1 to 65536."],
    ["--zero 1 --devices 4294967296", "It must be a whole number from 1 to 65536."],
  ])("%s", async (flags, expected) => {
    const { status, printed } = await inProcess(trainCommand(), ...flags.split(" "));
    expect(status).toBe(2);
    expect(printed).toMatch(oneLine);
    expect(printed).toContain(expected);
  });
});
