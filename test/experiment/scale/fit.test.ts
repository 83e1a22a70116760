import { describe, expect, it } from "vitest";
import { errorSummary, fitScale, scaleErrors } from "../../../lib/experiment";
import { type Prior, type ScalePlan, type ScaleRow } from "../../../lib/experiment/scale";
import { deviceSpread, replicateSpread } from "../../../lib/experiment/scale/replicates";
import { isOutside } from "../../../lib/experiment/fits/left-out";
import { splitByDevices } from "../../../lib/experiment/scale/leave-out-plans";
import { leaveOutPlans } from "./leave-out-plans";
import { slowestOf } from "../../../lib/failures";
import { epochsByNodes, gradientBytes, levelsAllReduce, payloadRate } from "../../../lib/measure";
import { slowNetworkRuns } from "../../../lib/runs";

const links = { inside: { bytesPerSecond: 300e9 }, between: { bytesPerSecond: 25e9 } };
const plan = (devices: number, localBatch: number): ScalePlan => ({
  ...{ devices, devicesPerNode: 4, localBatch, gradientBytes: 5e7, links },
});
const [HALF, IMAGE, LOST] = [20, 3e-4, 0.05];

/** A step by the formula, written out. */
function lawful(at: ScalePlan, { reduce = 2, spread = 0, slow = 1 } = {}): number {
  const compute = (at.localBatch + HALF) * IMAGE;
  const all = levelsAllReduce({ ...at, bytes: at.gradientBytes });
  const lost = at.devices > 4 ? LOST : 0;
  return compute * (1 + lost + spread * slow * slowestOf(at.devices, "normal").mean) + reduce * all.seconds;
}

const places = [4, 8, 16, 32].flatMap((devices) => [16, 32, 64, 128, 256].map((batch) => plan(devices, batch)));
const rows: ScaleRow[] = places.map((each) => ({ plan: each, seconds: lawful(each) }));

describe("what made-up steps were made with", () => {
  it("is found where an all-reduce is nearly as long as the backward pass that hides it", () => {
    const slow = { inside: { bytesPerSecond: 5e9 }, between: { bytesPerSecond: 0.118e9 } };
    const of = (devices: number): ScalePlan => ({
      ...plan(devices, 8),
      devicesPerNode: 1,
      gradientBytes: 102e6,
      links: slow,
    });
    const halfBatch = { value: 0.02, deviation: 0.02, why: "known" };
    const seen = [1, 1.2].map((seconds, index): ScaleRow => ({ plan: of(index + 1), seconds }));
    expect(fitScale(seen, { priors: { halfBatch } }).predict(of(2)).seconds).toBeCloseTo(1.2, 1);
  });

  it("is found where devices compute at different speeds", () => {
    const slowed = rows.map(({ plan: at, seconds }, index) => {
      const slowdown = 1 + (index % 3);
      const compute = (at.localBatch + HALF) * IMAGE * (1 + (at.devices > 4 ? LOST : 0));
      return { plan: { ...at, slowdown }, seconds: seconds + (slowdown - 1) * compute };
    });
    const fit = fitScale(slowed, { noise: "rows", deviceSpread: 0 });
    expect(fit.values.halfBatch).toBeCloseTo(HALF, 2);
    expect(fit.values.secondsPerImage).toBeCloseTo(IMAGE, 7);
    expect(() => fit.predict({ ...plan(4, 8), slowdown: 0 })).toThrow(/cannot compute 0 times as long/);
  });

  it("is found where nothing disturbs them, and predicts many devices", () => {
    const fit = fitScale(rows, { noise: "rows", deviceSpread: 0 });
    expect(fit.values.halfBatch).toBeCloseTo(HALF, 3);
    expect(fit.values.secondsPerImage).toBeCloseTo(IMAGE, 8);
    expect(fit.values.allReduce).toBeCloseTo(2, 3);
    expect(fit.values.betweenNodes).toBeCloseTo(LOST, 4);
    expect(fit.told.map(({ name }) => name)).toEqual(["halfBatch", "secondsPerImage", "allReduce", "betweenNodes"]);
    const far = plan(4096, 8);
    const { seconds, imagesPerSecond, ...parts } = fit.predict(far);
    expect(seconds / lawful(far)).toBeCloseTo(1, 4);
    expect(imagesPerSecond).toBeCloseTo((4096 * 8) / seconds, 6);
    const { computeSeconds, slowestSeconds, betweenNodesSeconds, allReduceSeconds, hiddenSeconds, inputSeconds } =
      parts;
    const sum = computeSeconds + slowestSeconds + betweenNodesSeconds + allReduceSeconds - hiddenSeconds + inputSeconds;
    expect(sum).toBeCloseTo(seconds, 12);
  });

  it("lies in the interval in about 95 of 100 samples with noise", () => {
    const uniform = generator(7);
    const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    const far = plan(512, 8);
    let inside = 0;
    for (let sample = 0; sample < 100; sample++) {
      const noisy = rows.map((row) => ({ ...row, seconds: row.seconds * Math.exp(0.02 * normal()) }));
      const { low = NaN, high = NaN } = fitScale(noisy, { noise: "rows", deviceSpread: 0 }).predict(far);
      const measured = lawful(far) * Math.exp(0.02 * normal());
      if (low <= measured && measured <= high) inside++;
    }
    expect(inside).toBeGreaterThanOrEqual(90);
    expect(inside).toBeLessThanOrEqual(100);
  });
});

describe("the published study on a slow network", () => {
  it("on 3 nodes is predicted from those on 1 and 2, by what TCP carries", async () => {
    const study: ScaleRow[] = epochsByNodes(await slowNetworkRuns())
      .filter(({ model, way }) => model === "resnet50" && way === "sync")
      .map(({ nodes, localBatchSize: localBatch, epochSeconds, stepsPerEpoch }) => ({
        seconds: epochSeconds / stepsPerEpoch,
        plan: {
          ...{ devices: nodes, devicesPerNode: 1, localBatch, gradientBytes: gradientBytes(25.6e6) },
          links: { inside: { bytesPerSecond: 1e10 }, between: { bytesPerSecond: payloadRate(1e9) } },
        },
      }));
    const { fitted, beyond } = splitByDevices(study, 2);
    const fit = fitScale(fitted);
    const { count, worst, within } = errorSummary(scaleErrors(fit, beyond));
    expect([count, within]).toEqual([3, 3]);
    expect(worst).toBeLessThan(0.015);
    // The README of the table finds 94.6 to 96.4 MB/s; the wire carries 118.7.
    const rate = payloadRate(1e9) / fit.values.allReduce;
    expect(rate).toBeGreaterThan(94e6);
    expect(rate).toBeLessThan(99e6);
    expect(fit.told.map(({ name }) => name)).toContain("allReduce");
  });
});

describe("an interval", () => {
  const disturbed = rows.map((row, index) => ({ ...row, seconds: row.seconds * (index % 2 === 0 ? 1.01 : 0.99) }));
  const fit = fitScale(disturbed, { noise: "rows", deviceSpread: 0.005 });
  const width = (at: ScalePlan, level?: number): number => {
    const { low = NaN, high = NaN } = fit.predict(at, level);
    return high / low;
  };

  it("widens away from the fitted batches and devices, and with the level", () => {
    const batches = [64, 16, 8, 4, 2].map((batch) => width(plan(32, batch)));
    const devices = [32, 128, 512, 2048, 8192].map((count) => width(plan(count, 16)));
    for (const widths of [batches, devices]) expect(widths).toEqual([...widths].sort((a, b) => a - b));
    expect(width(plan(512, 16), 0.99)).toBeGreaterThan(width(plan(512, 16), 0.95));
  });

  it("is missing, with the reason, when nothing says how far the formula is off", () => {
    const { low, why } = fitScale(rows.slice(0, 2), { noise: "rows" }).predict(plan(8, 64));
    expect(low).toBeUndefined();
    expect(why).toBe("2 plans leave nothing over to say how far the formula is off: give more, or a noise");
  });

  it("is wider with replicates that vary", () => {
    const twice = rows.flatMap((row) => [0.97, 1.03].map((by) => ({ ...row, seconds: row.seconds * by })));
    const { low = NaN, high = NaN } = fitScale(twice, { noise: "rows" }).predict(plan(64, 64));
    expect(high / low).toBeGreaterThan(1.15);
  });
});

describe("parts of a step", () => {
  const held = (value: number): Prior => ({ value, deviation: 0, why: "given" });
  const fit = (allReduce: number) =>
    fitScale(
      rows.filter((row) => row.plan.devices === 4),
      { deviceSpread: 0, priors: { allReduce: held(allReduce) } },
    );

  it("hide no more of an all-reduce than the backward pass is long", () => {
    const slow = { ...plan(64, 16), links: { ...links, between: { bytesPerSecond: 1e9 } } };
    const { computeSeconds, allReduceSeconds, hiddenSeconds } = fit(0).predict(slow);
    expect(hiddenSeconds).toBeCloseTo((2 / 3) * computeSeconds, 12);
    expect(allReduceSeconds).toBeGreaterThan(hiddenSeconds);
    const quick = fit(0).predict(plan(64, 256));
    expect(quick.hiddenSeconds).toBe(quick.allReduceSeconds);
    expect(fit(3).predict(slow).hiddenSeconds).toBe(0);
  });

  it("wait for images that a node's host prepares too slowly", () => {
    const { seconds, inputSeconds } = fit(1).predict({ ...plan(64, 64), inputSecondsPerImage: 1e-3 });
    expect(seconds).toBeCloseTo(4 * 64 * 1e-3, 12);
    expect(inputSeconds).toBeGreaterThan(0);
    expect(fit(1).predict({ ...plan(64, 64), inputSecondsPerImage: 1e-6 }).inputSeconds).toBe(0);
  });
});

describe("replicates", () => {
  it("tell the spread of single devices from that of the slowest", () => {
    const pair = [1, 1.02].map((seconds) => ({ plan: plan(4, 64), seconds }));
    const share = Math.log(1.02) / Math.SQRT2;
    expect(replicateSpread(pair)?.share).toBeCloseTo(share, 12);
    expect(replicateSpread(pair)?.degreesOfFreedom).toBe(1);
    expect(deviceSpread(pair)).toBeCloseTo(share / slowestOf(4, "normal").deviation, 12);
    expect(deviceSpread(rows)).toBeUndefined();
    expect(fitScale(rows).held.map(({ name }) => name)).toContain("deviceSpread");
  });

  it("of one plan count as one", () => {
    const [first, ...others] = rows;
    const many = [...Array(50).keys()].map(() => first);
    const [one, fifty] = [rows, [...many, ...others]].map((some) => fitScale(some));
    expect(fifty.plans).toBe(one.plans);
    expect(fifty.predict(plan(64, 64)).seconds).toBeCloseTo(one.predict(plan(64, 64)).seconds, 9);
  });
});

describe("plans left out", () => {
  it("are predicted from the others, and one that follows another law is outside its interval", () => {
    expect(errorSummary(leaveOutPlans(rows, { deviceSpread: 0 }))).toMatchObject({ count: 20, within: 20 });
    const slow = rows.map((row, index) => (index === 7 ? { ...row, seconds: 1.4 * row.seconds } : row));
    const outside = leaveOutPlans(slow, { deviceSpread: 0 }).filter(isOutside);
    const { devices, localBatch } = slow[7].plan;
    expect(outside.map(({ levels }) => levels)).toEqual([{ devices, "local batch": localBatch }]);
  });

  it("say why where the others cannot be fitted", () => {
    const [{ why, error }] = leaveOutPlans(rows.slice(0, 2));
    expect(error).toBeUndefined();
    expect(why).toMatch(/^1 plan with only local batch 32 cannot tell how much worse/);
  });
});

it("rows are divided by the number of devices", () => {
  const { fitted, beyond } = splitByDevices(rows, 8);
  expect([fitted.length, beyond.length]).toEqual([10, 10]);
});

it("what cannot be fitted is refused in a line", () => {
  expect(() => fitScale([])).toThrow("There is no step to fit a model to: give at least one with its plan.");
  expect(() => fitScale([{ plan: plan(4, 8), seconds: -1 }])).toThrow(
    "A step of 4 devices took -1 s: give times above 0.",
  );
  expect(() => fitScale([{ plan: plan(4, 0), seconds: 1 }])).toThrow(/local batch/);
  expect(() => fitScale(rows, { priors: { slowest: { value: 1, deviation: -1, why: "" } } })).toThrow(
    "The prior of slowest, 1 ± -1, says nothing: give a value and a deviation from 0.",
  );
  expect(() => fitScale([rows[0], { ...rows[0], plan: plan(8, 16) }])).toThrow(
    "2 plans with only local batch 16 cannot tell how much worse small batches use a device: add a row with another local batch, " +
      "or a prior of halfBatch.",
  );
  expect(() => fitScale(rows).predict({ ...plan(4, 8), devices: 6 })).toThrow("6 devices do not fill nodes of 4");
});

/** Lehmer's generator: the same numbers each time. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
