import { expect, it } from "vitest";
import { checkReading, type Place, type Reading } from "../../solutions/01-one-device/exercises/reading";
import { checkPowerOfTwoBatch } from "../../solutions/03-deeper-model/exercises/deeper-work";
import { checkNetworkCost } from "../../solutions/03-deeper-model/exercises/deeper-network";
import { checkMeanGradient } from "../../solutions/02-mirrored/exercises/mirrored";
import { checkCharged } from "../../solutions/02-mirrored/exercises/scaling";
import { checkBreakEven } from "../../solutions/03-deeper-model/exercises/deeper-scaling";
import { checkAcceleration } from "../../solutions/01-one-device/exercises/times";
import { invoice, scaling } from "../../lib/measure";
import { multiplyAdds } from "../../lib/models";
import { parameterCount } from "../../lib/models/known";
import { resNetV2Stacks } from "../../lib/models/stacks";
import { chapterScalingRuns, exampleRun } from "../../lib/runs";
import { rightReading } from "../chapters/01-one-device/exercises/reading";

// What is known otherwise: from the book, from the workbook's own functions, or by another way to compute it.

it("the acceleration is 15.4 for the chapter's CPU and H100, not the nearly ten of the first epochs", () => {
  const right = { times: 215 / 14, least: 214.5 / 14.5, most: 215.5 / 13.5 };
  expect(checkAcceleration(() => right).lines).toEqual([
    "✓ epochs of 220, 215 s against 24, 14 s: { times: 15.357 times, least: 14.793 times, most: 15.963 times }",
  ]);
  expect(checkAcceleration(() => ({ ...right, times: 220 / 24 })).share).toBe(0);
});

it("an example run has the epochs it was asked for, with waits between its steps", () => {
  const run = exampleRun({ epochSeconds: [5, 3], batches: [8, 8, 2], waiting: 0.5 });
  const seconds = run.epochs.map(({ steps }) => steps.end[steps.end.length - 1] - steps.start[0]);
  expect(seconds.map((each) => each.toFixed(9))).toEqual(["5.000000000", "3.000000000"]);
  const { start, end, wait } = run.epochs[1].steps;
  expect(start[1] - end[0]).toBeCloseTo(wait[1], 9);
  expect(wait[0]).toBe(0);
  expect(run.configuration.trainImages).toBe(18);
});

it("the mean gradient is that of the whole batch: a straight line's slope, fitted on two devices and on one", () => {
  // loss = mean((w x - y)^2) at w = 1, so its gradient is mean(2 (x - y) x)
  const points = [[1, 3], [2, 5], [3, 4], [4, 9], [5, 8]]; // prettier-ignore
  const gradient = (some: number[][]) => some.reduce((sum, [x, y]) => sum + 2 * (x - y) * x, 0) / some.length;
  const parts = [points.slice(0, 3), points.slice(3)];
  const check = checkMeanGradient(() => gradient(points), [[parts.map(gradient), parts.map(({ length }) => length)]]);
  expect(check.share).toBe(1);
});

it("the device-seconds of a job are those of the invoice", async () => {
  const study = scaling(await chapterScalingRuns({ model: "resnet50v2", epochTime: "seconds" }));
  const lines = invoice(study, { perDeviceHour: 3600, currency: "EUR", epochs: 2 });
  const jobs = study.points.map((point) => ({ ...point, epochs: 2 }));
  const check = checkCharged(
    ([{ devices }]) => {
      const { price } = lines.find((line) => line.devices === devices)!;
      return { separate: price, together: price }; // one job alone costs the same either way
    },
    jobs.map((job) => [[job]]),
  );
  expect(check.share).toBe(1);
  expect(lines.map(({ price }) => price)).toEqual([43, 78, 208].map((price) => expect.closeTo(price, 6) as number));
});

it("more devices end earlier from epoch 4 for the chapter's deeper model on four GPUs: 162 s against 156 s", () => {
  const [one, four] = [
    { firstEpochSeconds: 63, epochSeconds: 33 },
    { firstEpochSeconds: 126, epochSeconds: 10 },
  ];
  expect(63 + 3 * 33).toBeGreaterThan(126 + 3 * 10);
  expect(63 + 2 * 33).toBeLessThan(126 + 2 * 10);
  expect(checkBreakEven(() => 4, [[one, four]]).share).toBe(1);
  const [slow, fast] = [
    { firstEpochSeconds: 10, epochSeconds: 5 },
    { firstEpochSeconds: 8, epochSeconds: 4 },
  ];
  expect(checkBreakEven(() => 1, [[slow, fast]]).share).toBe(1); // they start up faster, too
});

it("the batch is 2,048 and 1,024 for the chapter's networks on 64 GB, by the bytes of their graphs", () => {
  const graphs = [
    { fixedBytes: 0.155e9, bytesPerImage: 20.5e6 },
    { fixedBytes: 0.295e9, bytesPerImage: 50.4e6 },
  ];
  const [shallow, deep] = [2048, 1024].map((batch, i) => checkPowerOfTwoBatch(() => batch, [[graphs[i], 64e9]]));
  expect([shallow.share, deep.share]).toEqual([1, 1]);
});

it.each(["resnet50v2", "resnet101v2", "resnet152v2"] as const)("the cost of %s is what the workbook counts", (name) => {
  for (const imageSize of [32, 128]) {
    const right = { multiplyAdds: multiplyAdds(name, imageSize), parameters: parameterCount(name, 10)! };
    expect(checkNetworkCost(() => right, [[resNetV2Stacks[name], imageSize]]).lines[0]).toMatch(/^✓/);
  }
});

it("reading the program does not give the answers away", () => {
  const everything = (place: Place): Reading => ({
    ...rightReading,
    ...Object.fromEntries(Object.keys(rightReading).map((part) => [part, place])),
  });
  expect(checkReading(() => everything("host")).lines.join()).not.toContain("device");
});
