import { describe, expect, it } from "vitest";
import {
  checkAddedEfficiency,
  checkDeviceSeconds,
  checkEfficiency,
  checkMostSpeedup,
  checkSpeedup,
  checkSpeedupRange,
} from "../../lib/grading";
import { fitAmdahl, invoice, runStatistics, scaling } from "../../lib/measure";
import { publishedScalingRuns } from "../../datasets";
import type { RunRecord } from "../../lib/training";
import { testExercise } from "./answers";

const steady = (run: RunRecord) => runStatistics(run).epochSeconds;
const first = (run: RunRecord) => runStatistics(run).firstEpochSeconds;

describe("speedup", () => {
  testExercise(
    checkSpeedup,
    [
      (one, several) => steady(one) / steady(several),
      (one, several) => runStatistics(several).imagesPerSecond / runStatistics(one).imagesPerSecond,
    ],
    [
      { what: "upside down", answer: (one, several) => steady(several) / steady(one), says: /Upside down/ },
      { what: "first epochs", answer: (one, several) => first(one) / first(several), says: /first epochs/ },
      {
        what: "whole runs",
        answer: (one, several) => (first(one) + steady(one)) / (first(several) + steady(several)),
        says: /start-up/,
      },
      {
        what: "the efficiency",
        answer: (one, several) => steady(one) / steady(several) / several.configuration.replicas,
        says: /is the efficiency/,
      },
      { what: "seconds saved", answer: (one, several) => steady(one) - steady(several), says: /seconds saved/ },
    ],
  );
});

describe("efficiency", () => {
  testExercise(
    checkEfficiency,
    [(speedup, n) => speedup / n, (speedup, n) => (1 / n) * speedup],
    [
      { what: "per cent", answer: (speedup, n) => (100 * speedup) / n, says: /per cent/ },
      { what: "upside down", answer: (speedup, n) => n / speedup, says: /Upside down/ },
      { what: "one device too few", answer: (speedup, n) => speedup / (n - 1), says: /first device works/ },
      { what: "a product", answer: (speedup, n) => speedup * n, says: /divide/ },
    ],
  );
});

describe("the range of a speedup", () => {
  testExercise(
    checkSpeedupRange,
    [
      (one, several) => ({ least: (one - 0.5) / (several + 0.5), most: (one + 0.5) / (several - 0.5) }),
      (one, several) => {
        const all = [-0.5, 0.5].flatMap((a) => [-0.5, 0.5].map((b) => (one + a) / (several + b)));
        return { most: Math.max(...all), least: Math.min(...all) };
      },
    ],
    [
      {
        what: "the two swapped",
        answer: (one, several) => ({ most: (one - 0.5) / (several + 0.5), least: (one + 0.5) / (several - 0.5) }),
        says: /wrong way round/,
      },
      {
        what: "both rounded the same way",
        answer: (one, several) => ({ least: (one + 0.5) / (several + 0.5), most: (one - 0.5) / (several - 0.5) }),
        says: /independently/,
      },
      {
        what: "a whole second",
        answer: (one, several) => ({ least: (one - 1) / (several + 1), most: (one + 1) / (several - 1) }),
        says: /half a second/,
      },
      { what: "no range", answer: (one, several) => ({ least: one / several, most: one / several }), says: /13.5/ },
      {
        what: "only one of them rounded",
        answer: (one, several) => ({ least: one / (several + 0.5), most: one / (several - 0.5) }),
        says: /rounded, too/,
      },
    ],
  );

  it("holds what the milliseconds a step give, in the published runs", async () => {
    const speedup = async (epochTime: "seconds" | "steps") =>
      scaling(await publishedScalingRuns({ model: "resnet50v2", epochTime })).points[2].speedup;
    const [printed, exact] = [await speedup("seconds"), await speedup("steps")];
    expect([printed.toFixed(2), exact.toFixed(2)]).toEqual(["2.80", "2.53"]);
    expect(exact).toBeGreaterThan(13.5 / 5.5);
    expect(exact).toBeLessThan(14.5 / 4.5);
  });
});

describe("what added devices bring", () => {
  testExercise(
    checkAddedEfficiency,
    [
      (a, b, one) => (b.imagesPerSecond - a.imagesPerSecond) / ((b.devices - a.devices) * one),
      (a, b, one) => (b.imagesPerSecond / one - a.imagesPerSecond / one) / (b.devices - a.devices),
    ],
    [
      { what: "the efficiency of all", answer: (_, b, one) => b.imagesPerSecond / (b.devices * one), says: /of all/ },
      {
        what: "the gain undivided",
        answer: (a, b, one) => (b.imagesPerSecond - a.imagesPerSecond) / one,
        says: /added/,
      },
      {
        what: "the gain over all",
        answer: (a, b, one) => (b.imagesPerSecond - a.imagesPerSecond) / (b.devices * one),
        says: /how many are they/,
      },
      {
        what: "images a second",
        answer: (a, b) => (b.imagesPerSecond - a.imagesPerSecond) / (b.devices - a.devices),
        says: /as a share/,
      },
      {
        what: "a share of what was before",
        answer: (a, b) => (b.imagesPerSecond - a.imagesPerSecond) / a.imagesPerSecond,
        says: /one device alone/,
      },
    ],
  );
});

describe("the device-seconds of a job", () => {
  testExercise(
    checkDeviceSeconds,
    [
      (n, startUp, epoch, epochs) => n * (startUp + epochs * epoch),
      (n, startUp, epoch, epochs) => n * (startUp + epoch) + n * (epochs - 1) * epoch,
    ],
    [
      { what: "the time", answer: (_, startUp, epoch, epochs) => startUp + epochs * epoch, says: /how long/ },
      { what: "no start-up", answer: (n, _, epoch, epochs) => n * epochs * epoch, says: /while the program starts/ },
      { what: "a start-up an epoch", answer: (n, s, epoch, epochs) => n * epochs * (s + epoch), says: /once a job/ },
      { what: "one device starting", answer: (n, s, epoch, epochs) => s + n * epochs * epoch, says: /during the/ },
      { what: "a division", answer: (n, s, epoch, epochs) => (s + epochs * epoch) / n, says: /multiply/ },
      { what: "an epoch too few", answer: (n, s, epoch, epochs) => n * (s + (epochs - 1) * epoch), says: /Epoch 1/ },
    ],
  );

  it("are those of the invoice", async () => {
    const study = scaling(await publishedScalingRuns({ model: "resnet50v2", epochTime: "seconds" }));
    const lines = invoice(study, { perDeviceHour: 3600, currency: "EUR", epochs: 2 });
    const check = checkDeviceSeconds(
      (devices) => lines.find((line) => line.devices === devices)!.price,
      study.points.map(({ devices, startUpSeconds, epochSeconds }) => [devices, startUpSeconds, epochSeconds, 2]),
    );
    expect(check.share).toBe(1);
    expect(lines.map(({ price }) => price)).toEqual([43, 78, 208].map((price) => expect.closeTo(price, 6) as number));
  });
});

describe("the most that Amdahl's law allows", () => {
  const share = (speedup: number, n: number) => (1 / speedup - 1 / n) / (1 - 1 / n);
  testExercise(
    checkMostSpeedup,
    [
      (speedup, n) => 1 / share(speedup, n),
      (speedup, n) => fitAmdahl([{ n, speedup }])!.mostSpeedup,
      (speedup, n) => (speedup * (n - 1)) / (n - speedup),
    ],
    [
      { what: "the share itself", answer: share, says: /share s/ },
      { what: "the other share", answer: (speedup, n) => 1 / (1 - share(speedup, n)), says: /what stays/ },
      { what: "half the formula", answer: (speedup, n) => 1 / (1 / speedup - 1 / n), says: /Divide by 1 - 1/ },
      { what: "the distance from ideal", answer: (speedup, n) => n / speedup, says: /on these devices/ },
      { what: "what is lost", answer: (speedup, n) => 1 / (1 - speedup / n), says: /follow the formula/ },
    ],
  );
});
