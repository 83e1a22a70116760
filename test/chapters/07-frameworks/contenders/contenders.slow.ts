import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contenders, environmentOf, OURS } from "../../../../lib/frameworks";
import { runWorkers } from "../../../../lib/jobs";
import { readRun, type RunRecord } from "../../../../lib/runs/record";
import { all } from "../../../extent";
import { temporaryFolder } from "../../../temporary";

const found = contenders.map((contender) => environmentOf(contender));
const states = await Promise.allSettled(found);
const here = contenders.filter((_, index) => states[index].status === "fulfilled");
const folder = temporaryFolder("contenders");

const sizes = {
  dataset: "synthetic",
  model: "resnet20",
  localBatchSize: 8,
  trainImages: 100,
  testImages: 33, // 17 and 16: as many batches of 8 on each process
  epochs: 2,
  augment: true,
};

/** Trains on two processes. @returns the record of each. */
async function train(framework: string, more = {}): Promise<RunRecord[]> {
  const record = join(folder, `${framework}.json`);
  await runWorkers(
    "07-frameworks/train",
    { framework, ...sizes, ...more },
    { workers: 2, environment: { WORKBOOK_RECORD: record } },
  );
  return Promise.all([record, join(folder, "workers", `${framework}.task-1.json`)].map(readRun));
}

describe.skipIf(here.length === 0)(
  `${here.length} frameworks beside this engine (./workbook setup --frameworks)`,
  () => {
    it("train the same from the same weights, images, order and augmentation", async () => {
      const [ours] = await train(OURS);
      const firstLoss = ours.epochs[0].steps.loss[0];
      for (const { name, distribution } of all ? here : here.filter(({ newest }) => !newest)) {
        const [chief, other] = await train(name);
        expect(chief.outcome, name).toBe("completed");
        expect(Math.abs(chief.epochs[0].steps.loss[0] - firstLoss), `${name}: first loss`).toBeLessThan(1e-4);
        expect(
          chief.epochs.map(({ steps }) => steps.loss.length),
          name,
        ).toEqual([6, 6]);
        expect(chief.weightsDigest, `${name}: the weights of both processes`).toBe(other.weightsDigest);
        expect(chief.configuration).toMatchObject({
          framework: name,
          strategy: distribution,
          workers: 2,
          globalBatchSize: 16,
          augmentation: "crop-flip",
        });
        expect(chief.configuration.parameters, name).toBe(ours.configuration.parameters);
        expect(Object.keys(chief.where.packages?.versions ?? {}), name).toContain("numpy");
        expect(chief.epochs[1].validation?.accuracy, name).toBeGreaterThanOrEqual(0);
        expect(chief.peakMemoryBytes, name).toBeGreaterThan(100e6);
      }
    });

    it("sends gradients in 16 bits where a framework can, and says where it cannot", async () => {
      for (const framework of ["pytorch-ddp", "mxnet-horovod"]) {
        const [exact] = await train(framework);
        const [rounded, other] = await train(framework, { compression: "16-bit" });
        expect(rounded.configuration.compression, framework).toBe("float16");
        expect(rounded.weightsDigest, framework).toBe(other.weightsDigest);
        expect(rounded.weightsDigest, framework).not.toBe(exact.weightsDigest);
        expect(rounded.epochs[0].steps.loss[0], framework).toBe(exact.epochs[0].steps.loss[0]);
      }
      await expect(train("pytorch-ddp", { testImages: 1 })).rejects.toThrow(
        "There are 1 test images for 2 processes: take one or more for each.",
      );
      await expect(train("mxnet-kvstore", { compression: "16-bit" })).rejects.toThrow(
        "mxnet-kvstore cannot send gradients in 16 bits: leave the compression out.",
      );
    });
  },
);
