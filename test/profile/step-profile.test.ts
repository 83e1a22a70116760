import "../four-devices";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { synthetic } from "../../datasets";
import { coveredSeconds, readProfile, StepProfile, summarize } from "../../lib/profile";
import { newestProfile } from "../../lib/profile/read";
import { profileFile } from "../../lib/profile/step-profile";
import { MirroredStrategy } from "../../lib/strategy";
import { stopProfile } from "../../lib/tensorflow/profiler";
import { fit } from "../../lib/training/fit";
import { sgd } from "../../lib/training/optimizer";
import { tinyModel } from "../training/tiny-model";
import { temporaryFolder } from "../temporary";

let folder: string;
beforeEach(() => void (folder = temporaryFolder("profile")));

const strategy = new MirroredStrategy({ devices: 2, device: "cpu" });

describe("a profiled training", () => {
  it("writes the steps after the first two, where TensorBoard looks, and shows that they were starved", async () => {
    const model = tinyModel();
    const images = await synthetic({ imageSize: 8, globalBatchSize: 8, trainImages: 48, testImages: 8 });
    const run = await fit(model, images, {
      ...{
        strategy,
        optimizer: sgd(0.1),
        epochs: 1,
        evaluate: false,
        progress: false,
        record: join(folder, "run.json"),
      },
      ...{ data: "host", prefetch: 0, secondsPerImage: 0.002 },
      profile: { file: join(folder, "log") },
    });
    const [name] = readdirSync(join(folder, "log", "plugins", "profile"));
    expect(newestProfile(join(folder, "log"))).toMatch(new RegExp(`/log/plugins/profile/${name}/[^/]+\\.xplane\\.pb$`));
    const timelines = readProfile(join(folder, "log"));
    expect(timelines.map(({ step }) => step)).toEqual([2, 3, 4]);
    const { start, end, wait } = run.epochs[0].steps;
    for (const timeline of timelines) {
      const { step, seconds, devices } = timeline;
      expect(devices.map(({ device }) => device)).toEqual(["CPU:0", "CPU:1"]);
      expect(seconds).toBeGreaterThan((end[step] - start[step] + wait[step]) * 0.99);
      // So long the feed waits for 8 images. (In the summary it may be less: a thread can end the last step late.)
      for (const { input } of devices) expect(coveredSeconds(input)).toBeGreaterThan(0.99 * 8 * 0.002);
      for (const device of summarize(timeline)) {
        expect(device.compute).toBeGreaterThan(0);
        expect(device.communication).toBeGreaterThan(0);
        const { compute, exposedCommunication, input, idle } = device;
        expect(compute + exposedCommunication + input + idle).toBeCloseTo(seconds, 9);
      }
    }
    model.dispose();
  });
});

describe("StepProfile", () => {
  it("puts a recording off that has no step yet, and ends one that has, before something else than steps", async () => {
    const said: string[] = [];
    const profile = new StepProfile(join(folder, "p.pb"), { steps: 5, skip: 1, say: (line) => void said.push(line) });
    onTestFinished(() => profile.close()); // also when it fails: the profiler is the process's
    const step = async (globalStep: number) => {
      profile.beforeStep();
      profile.afterLaunch();
      await profile.afterStep(globalStep);
    };
    await step(0);
    await profile.pause(); // an evaluation, and the recording has no step
    await step(1);
    await step(2);
    await profile.pause();
    await step(3);
    await profile.close();
    expect(said).toEqual([`TensorFlow's profile of 2 steps: ${join(folder, "p.pb")}`]);
    expect(readProfile(join(folder, "p.pb")).map((timeline) => timeline.step)).toEqual([1, 2]);
  });

  it("says when there was no step to profile, and leaves no profiler running", async () => {
    const said: string[] = [];
    const profile = new StepProfile(join(folder, "p.pb"), { say: (line) => void said.push(line) });
    for (const step of [0, 1]) {
      profile.beforeStep();
      await profile.afterStep(step);
    }
    await profile.close();
    expect(said).toEqual(["No profile was written: the training ended before the steps to profile."]);
    expect(() => stopProfile()).toThrow(/no profile is being recorded/);
  });
});

describe("where a profile is", () => {
  it("is the file that ends in .pb, and else TensorBoard's place in the folder", () => {
    const now = new Date("2026-11-21T14:33:31.123Z");
    expect(profileFile("a/b.pb", now)).toBe("a/b.pb");
    expect(profileFile("logs", now)).toMatch(/^logs\/plugins\/profile\/2026_11_21_14_33_31\/[^/]+\.xplane\.pb$/);
  });

  it("is said in one line when there is none", () => {
    expect(() => readProfile(join(folder, "none"))).toThrow(/^There is no .*none: `.*--profile .*` writes one\.$/);
    expect(() => readProfile(folder)).toThrow(/^There is no \*\.xplane\.pb in .* writes one\.$/);
    writeFileSync(join(folder, "x.xplane.pb"), "no");
    expect(() => readProfile(folder)).toThrow(/x\.xplane\.pb: (It is no profile|The profile marks no step)/);
  });
});
