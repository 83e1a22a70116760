import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { FitOptions } from "../../lib/training/fit-options";
import { adamW, cosine, sgd, type Optimizer } from "../../lib/training";
import { losses, tinyFit as train, validations, type Tiny } from "./tiny-fit";
import { temporaryFolder } from "../temporary";

let checkpoint: string;
beforeEach(() => void (checkpoint = join(temporaryFolder("resume"), "checkpoints")));

describe("resuming", () => {
  it.each(["device", "host"] as const)("goes on bit for bit, fed by the %s", async (data) => {
    const whole = await train({ data });
    const first = await train({ data, checkpoint, epochs: 2 });
    const rest = await train({ data, checkpoint, resume: true });
    expect(losses(rest)).toEqual(losses(whole));
    expect(validations(rest)).toEqual(validations(whole));
    expect(rest).toMatchObject({ id: first.id, startedAt: first.startedAt, outcome: "completed" });
    expect(rest.resumedFrom).toEqual([{ epoch: 3, step: 0 }]);
    expect(rest.captureSeconds).toBeGreaterThan(first.captureSeconds);
  });

  it.each<[what: string, options: Partial<FitOptions>, tiny: Tiny, at: number, step: number]>([
    ["", {}, {}, 8, 3],
    [", and an update of several batches", { syncEvery: 3 }, { globalBatchSize: 4 }, 5, 6],
    [", with changed images on the device", { augment: true, data: "device" }, {}, 8, 3],
    [", with changed images from the host", { augment: true, data: "host" }, {}, 8, 3],
  ])("goes on within an epoch after SIGTERM%s", async (_, options, tiny, at, step) => {
    const whole = await train(options, tiny);
    const schedule = (update: number): number => {
      if (update === at) process.emit("SIGTERM"); // as if it came while that update's batches ran
      return 0.2 / (1 + update);
    };
    const optimizer = sgd(schedule, { momentum: 0.9 });
    const first = await train({ ...options, optimizer, checkpoint }, tiny);
    expect(first).toMatchObject({ outcome: "interrupted", reason: "Ended by SIGTERM." });
    expect(first.epochs[1].steps.loss).toHaveLength(step);
    const rest = await train({ ...options, checkpoint, resume: true }, tiny);
    expect(rest.resumedFrom).toEqual([{ epoch: 2, step }]);
    expect(rest).toMatchObject({ outcome: "completed" });
    expect(rest.reason).toBeUndefined();
    expect(losses(rest)).toEqual(losses(whole));
    expect(validations(rest)).toEqual(validations(whole));
  });

  it("of a run that is complete trains nothing more", async () => {
    const whole = await train({ checkpoint });
    const again = await train({ checkpoint, resume: true });
    expect(losses(again)).toEqual(losses(whole));
    expect(again.outcome).toBe("completed");
  });

  it("begins where there is no checkpoint yet", async () => {
    const run = await train({ checkpoint, resume: true, epochs: 1 });
    expect(run).toMatchObject({ outcome: "completed" });
    expect(run.resumedFrom).toBeUndefined();
    expect(await readdir(checkpoint)).toEqual(["step-00000006"]);
  });

  it("refuses the checkpoint of another training and names the difference", async () => {
    await train({ checkpoint, epochs: 1, augment: true });
    const refused: [Partial<FitOptions>, Tiny, RegExp][] = [
      [{ seed: 2 }, {}, /another training: seed 1 there, 2 here\./],
      [{}, { globalBatchSize: 4 }, /global batch size 8 there, 4 here/],
      [{ precision: "mixed" }, {}, /precision float32 there, mixed_bfloat16 here/],
      [{ xla: true }, {}, /another training: compilation by XLA false there, true here\./],
      [{ augment: false }, {}, /another training: augmentation crop-flip there, none here\./],
      [{ syncEvery: 2 }, {}, /batches of an update 1 there, 2 here/],
      [{}, { change: ({ train }) => void train.labels.reverse() }, /other images under the same name/],
    ];
    for (const [options, tiny, says] of refused) {
      await expect(train({ checkpoint, resume: true, augment: true, ...options }, tiny)).rejects.toThrow(says);
    }
  });

  it("refuses another course of the learning rate, and another epsilon", async () => {
    const falling = (steps: number, epsilon?: number) => adamW(cosine(0.01, { steps }), { epsilon });
    await train({ checkpoint, epochs: 1, optimizer: falling(12) });
    const refused: [Optimizer, RegExp][] = [
      [adamW(0.01), /course of the learning rate cosine there, constant here; updates until its least rate 12 there/],
      [adamW((step) => 0.01 / (step + 1)), /course of the learning rate cosine there, own here/],
      [falling(24), /another training: updates until its least rate 12 there, 24 here\./],
      [falling(12, 1e-6), /another training: epsilon 1e-8 there, 0.000001 here\./],
    ];
    for (const [optimizer, says] of refused) {
      await expect(train({ checkpoint, resume: true, optimizer })).rejects.toThrow(says);
    }
    expect(await train({ checkpoint, resume: true, optimizer: falling(12) })).toMatchObject({ outcome: "completed" });
  });

  it("is asked for: a new run does not write over checkpoints", async () => {
    await train({ checkpoint, epochs: 1 });
    await expect(train({ checkpoint })).rejects.toThrow(/holds checkpoints already: go on from them with --resume/);
    await expect(train({ resume: true })).rejects.toThrow(/name it with --checkpoint/);
  });
});
