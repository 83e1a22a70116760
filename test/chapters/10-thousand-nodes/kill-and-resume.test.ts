import { readFileSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { killAndResume, type TrainingToKill } from "../../../chapters/10-thousand-nodes/kill-and-resume";
import { measuredCosts } from "../../../lib/failures";
import { exampleKilledTraining } from "../../../chapters/10-thousand-nodes/example-kills";
import { full } from "../../extent";
import { inOwnFolder } from "../../own-folder";

const at = inOwnFolder("kill");
let training: TrainingToKill;
beforeEach(() => {
  const images = { device: "cpu", dataset: "synthetic", imageSize: 32, batchSize: 8, trainImages: 320, testImages: 8 };
  training = {
    program: "01-one-device/train",
    arguments: { ...images, epochs: 1, stepsPerEpoch: 40 },
    ...{ every: 10, kills: ["saved"], record: "killed.json" },
  };
});

const example = () =>
  exampleKilledTraining({
    ...{ stepSeconds: 0.2, checkpointSeconds: 0.3, restartSeconds: 5, every: 10, steps: 40, killsAt: [4] },
  });

describe("a training that is killed", () => {
  it("is made up while a notebook is graded, or is the one that was handed in", async () => {
    vi.stubEnv("NBGRADER_EXECUTION", "autograde");
    const madeUp = await killAndResume(training);
    expect(measuredCosts(madeUp, 10).restarts).toHaveLength(1);
    expect(at.printed[0]).toMatch(/^Nothing is trained while grading, and .* was not handed in/);
    writeFileSync(training.record, JSON.stringify({ asked: "another one", ...example() }));
    expect((await killAndResume(training)).killsAt).toEqual([4]);
    expect(at.printed[1]).toMatch(/holds this training, killed 1 time: not run again\.$/);
  });

  it("is refused where its file holds something else", async () => {
    writeFileSync(training.record, "{}");
    await expect(killAndResume(training)).rejects.toThrow(/holds no training that was killed: move it away/);
  });

  it("is an error where its program fails by itself", async () => {
    training.arguments = { ...training.arguments, batchSize: 0 };
    await expect(killAndResume(training)).rejects.toThrow(
      /^The program 01-one-device\/train ended with status 1: .*BatchSize is 0: give a whole number/i,
    );
  });

  it.runIf(full)("goes on from its last checkpoint, is kept, and is not run again", async () => {
    const done = await killAndResume({ ...training, kills: [0.1, "saved"] });
    expect(done.killsAt).toHaveLength(2);
    expect(done.run).toMatchObject({ outcome: "completed" });
    expect(done.run.epochs[0].steps.end).toHaveLength(40);
    const kept = readFileSync(training.record, "utf8");
    expect(await killAndResume({ ...training, kills: [0.1, "saved"] })).toMatchObject({ began: done.began });
    expect(readFileSync(training.record, "utf8")).toBe(kept);
  });
});
