import { describe, expect, it } from "vitest";
import { fitScale } from "../../lib/experiment/scale";
import { gradientBytes } from "../../lib/measure";
import { choose } from "../../lib/plan/choice";
import { configurationsOf } from "../../lib/plan/configurations";
import { forecasts } from "../../lib/plan/forecast";
import type { PlanConfiguration, Subject } from "../../lib/plan";
import { readCluster, linksOf } from "../../lib/plan/cluster";

const h100 = readCluster("h100");
const resnet50: Subject = {
  ...{ name: "ResNet50", imageSize: 224, parameters: 25.6e6, multiplyAdds: 4e9, bytesPerImage: 150e6 },
};
const work = { epochs: 2, images: 10_000, slots: 1 };
const alone: PlanConfiguration = {
  ...{ devices: 1, devicesPerNode: 1, localBatch: 64, accumulation: 1, sharded: false, globalBatch: 64 },
};
/** Steps of 5 ms and 0.2 ms an image. */
const fit = fitScale(
  [32, 256].map((localBatch) => ({
    plan: { devices: 1, devicesPerNode: 1, localBatch, gradientBytes: 1e8, links: linksOf(h100) },
    seconds: 0.005 + 0.0002 * localBatch,
  })),
);

describe("forecasts", () => {
  const of = (more: Partial<PlanConfiguration>, cluster = h100) =>
    forecasts([{ ...alone, ...more }], { cluster, subject: resnet50, fit, work })[0];

  it("counts the updates of all epochs, and prices the devices", () => {
    const { update, job, deviceHours, price, kilowattHours } = of({});
    expect(update.seconds).toBeCloseTo(0.005 + 0.0002 * 64, 3);
    const rest = of({ localBatch: 16, globalBatch: 16 }).update; // 10,000 = 156 x 64 + 16
    expect(job.seconds).toBeCloseTo(2 * (156 * update.seconds + rest.seconds));
    expect(job.low).toBeCloseTo(2 * (156 * (update.low ?? NaN) + (rest.low ?? NaN)));
    expect(job.high ?? NaN).toBeGreaterThan(job.seconds);
    const many = of({ devices: 8, devicesPerNode: 8, globalBatch: 512 });
    expect(many.deviceHours).toBeCloseTo((8 * many.job.seconds) / 3600);
    expect(price).toBeCloseTo(3 * deviceHours);
    expect(kilowattHours).toBeCloseTo(1.275 * deviceHours);
  });

  it("takes no more than one update for an epoch of fewer images than a global batch, and one image for each device at least", () => {
    const large = { devices: 8, devicesPerNode: 8, localBatch: 2048, globalBatch: 16_384 };
    const few = of({ ...large, localBatch: 1250, globalBatch: 10_000 }); // the images of an epoch
    expect(of(large).job.seconds).toBeCloseTo(few.job.seconds);
    expect(of(large).job.high).toBeCloseTo(few.job.high ?? NaN);
    expect(of(large).update.seconds).toBeGreaterThan(few.update.seconds);
    const [left] = forecasts([{ ...alone, ...large }], {
      cluster: h100,
      subject: resnet50,
      fit,
      work: { ...work, images: 3 },
    });
    const one = of({ ...large, localBatch: 1, globalBatch: 8 });
    expect(left.job.seconds).toBeCloseTo(2 * one.update.seconds);
  });

  it("has one all-reduce in an update of several batches", () => {
    const two = { devices: 16, devicesPerNode: 8, globalBatch: 1024 };
    const plain = fit.predict({ ...two, localBatch: 64, gradientBytes: gradientBytes(25.6e6), links: linksOf(h100) });
    const visible = plain.allReduceSeconds - plain.hiddenSeconds;
    const four = { ...two, accumulation: 4, globalBatch: 4096 };
    expect(of(four).update.seconds).toBeCloseTo(4 * (plain.seconds - visible) + visible);
    // Parts of weights are gathered for each batch.
    const sharded = of({ ...two, sharded: true });
    expect(of({ ...four, sharded: true }).update.seconds).toBeCloseTo(4 * sharded.update.seconds);
  });

  it("sends half as much again where weights are sharded", () => {
    const slow = { ...h100, links: { insideGBps: 450, betweenGBps: 0.1 } };
    const many = { devices: 16, devicesPerNode: 8, globalBatch: 1024 };
    const [copied, sharded] = [of(many, slow), of({ ...many, sharded: true }, slow)];
    expect(sharded.update.seconds / copied.update.seconds).toBeCloseTo(1.5, 1);
  });

  it("measures efficiency against the best on one device", () => {
    const all = forecasts(configurationsOf(h100, [64, 512]), { cluster: h100, subject: resnet50, fit, work });
    const best = all.filter(({ configuration, memory }) => configuration.devices === 1 && memory.fits);
    expect(Math.max(...best.map(({ efficiency }) => efficiency))).toBe(1);
    const copied = all.filter(({ configuration, memory }) => memory.fits && !configuration.sharded);
    expect(copied.every(({ efficiency }) => efficiency > 0 && efficiency <= 1.0001)).toBe(true);
  });
});

describe("choose", () => {
  const basis = { cluster: h100, subject: resnet50, fit, work: { ...work, epochs: 50 } };
  const all = forecasts(configurationsOf(h100, [32, 256, 2048]), basis);

  it("finds the frontier, as comparing each with each does", () => {
    const { frontier, cheapest, fastest, fitting } = choose(all);
    const beaten = (each: (typeof all)[number]) =>
      fitting.some(
        (other) =>
          (other.job.seconds < each.job.seconds && (other.price ?? 0) <= (each.price ?? 0)) ||
          (other.job.seconds <= each.job.seconds && (other.price ?? 0) < (each.price ?? 0)),
      );
    expect(frontier.length).toBeGreaterThan(3);
    expect(frontier.some(beaten)).toBe(false);
    const times = (some: typeof all) => [...new Set(some.map(({ job }) => job.seconds))].sort((a, b) => a - b);
    expect(times(frontier)).toEqual(times(fitting.filter((each) => !beaten(each))));
    expect(frontier[0]).toBe(fastest);
    expect(frontier.at(-1)).toBe(cheapest);
  });

  it("keeps to a deadline by the upper bound, and to a budget", () => {
    const { fastest, cheapest } = choose(all);
    const deadlineSeconds = 2 * (fastest?.job.high ?? NaN);
    const inTime = choose(all, { deadlineSeconds });
    expect(inTime.within.every(({ job }) => (job.high ?? NaN) <= deadlineSeconds)).toBe(true);
    expect(inTime.cheapest?.price ?? NaN).toBeGreaterThan(cheapest?.price ?? NaN);
    const budget = 1.5 * (cheapest?.price ?? NaN);
    expect(choose(all, { budget }).fastest?.price ?? NaN).toBeLessThanOrEqual(budget);
  });

  it("says in one line why nothing can be chosen", () => {
    expect(choose([]).why).toMatch(/^No configuration divides the global batch/);
    const small = forecasts(configurationsOf({ ...h100, memoryGB: 1 }, [64]), {
      ...basis,
      cluster: { ...h100, memoryGB: 1 },
    });
    expect(choose(small).why).toMatch(/^None of \d+ configurations fits: the smallest needs [\d.]+ GB of a device/);
    expect(choose(all, { deadlineSeconds: 1 }).why).toMatch(
      /^None of \d+ configurations surely meets 1 s: the fastest may take/,
    );
    expect(choose(all, { budget: 0.001 }).why).toMatch(
      /^None of \d+ configurations stays within a budget of 0\.001: the cheapest/,
    );
    const both = {
      deadlineSeconds: 1.01 * (choose(all).fastest?.job.high ?? NaN),
      budget: 1.01 * (choose(all).cheapest?.price ?? NaN),
    };
    expect(choose(all, both).why).toMatch(/meets both limits/);
  });
});
