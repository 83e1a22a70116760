import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readRun } from "../../lib/runs/record";

const workbook = join(__dirname, "..", "..", "workbook");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "train-mirrored-"));
});
afterEach(() => rm(folder, { recursive: true }));

const train = (...flags: string[]) =>
  execa(process.execPath, [workbook, "train", ...flags], { reject: false, cwd: folder });

describe("workbook train --strategy mirrored", () => {
  it("trains on two devices, compares the replicas after every step, and records how", async () => {
    const record = join(folder, "run.json");
    const { exitCode, stderr } = await train(
      ...["--strategy", "mirrored", "--devices", "2", "--check-replicas", "--device", "cpu"],
      ...["--bucket-mb", "0.5", "--warm-up-steps", "4", "--record", record],
      ...["--model", "tinyresnetv2", "--dataset", "synthetic", "--image-size", "32"],
      ...["--local-batch-size", "8", "--train-images", "32", "--test-images", "8", "--epochs", "1"],
    );
    expect(exitCode, stderr).toBe(0);
    const run = await readRun(record);
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

  it.each([
    [["--strategy", "mirrored", "--devices", "0"], "'0' is invalid. It must be a whole number from 1 to 65536."],
    [["--devices", "3"], "--devices 3 needs --strategy mirrored"],
    [["--strategy", "mirrored", "--devices", "2", "--collectives", "mpi"], "Allowed choices are ring, nccl."],
    [["--strategy", "mirrored", "--bucket-mb", "-1"], "It must be a number from 0."],
    [["--strategy", "mirrored", "--xla"], "--xla needs --strategy one-device"],
    [["--strategy", "mirrored", "--compression", "bfloat16"], "--compression bfloat16 needs --strategy multi-worker"],
    [["--strategy", "multi-worker", "--compression", "zip"], "Allowed choices are none, bfloat16."],
    [["--sync-every", "0"], "It must be a whole number from 1."],
    [["--strategy", "several"], "Allowed choices are one-device, mirrored, multi-worker."],
  ])("refuses %j in one line, with status 2", async (flags, expected) => {
    const { exitCode, stderr, stdout } = await train(...flags);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(expected);
    expect((stdout + stderr).trim()).not.toContain("\n");
  });
});
