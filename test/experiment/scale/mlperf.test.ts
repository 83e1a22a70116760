import { describe, expect, it } from "vitest";
import {
  errorSummary,
  fitScale,
  leftOutTable,
  mlperfSeries,
  scaleErrors,
  scaleTermTable,
} from "../../../lib/experiment";
import { type LeftOutRow } from "../../../lib/experiment/fits";
import { type Prior } from "../../../lib/experiment/scale";
import { defaultPriors, publishedNoise } from "../../../lib/experiment/scale/priors";
import { isOutside } from "../../../lib/experiment/fits/left-out";
import { leaveOutPlans } from "./leave-out-plans";
import { publishedSteps } from "../../../lib/runs";

const steps = await publishedSteps();
const h100 = mlperfSeries("H100-SXM-80GB", steps);
const dell = mlperfSeries("Dell XE8545 A100-SXM-40GB", steps);

/** A prior as uncertain as it is large. */
function halfBatchOfH100(): Prior {
  const { halfBatch: value } = fitScale(h100.fitted, { noise: "rows" }).values;
  return { value, deviation: value, why: "that of H100" };
}

/** The root mean square of the errors' logarithms. */
const size = (errors: readonly LeftOutRow[]): number =>
  Math.sqrt(errors.reduce((sum, { error = NaN }) => sum + Math.log1p(error) ** 2, 0) / errors.length);

const widest = (errors: readonly LeftOutRow[]): number =>
  Math.max(...errors.map(({ high = NaN, predicted = NaN }) => high / predicted - 1));

describe("H100-SXM-80GB", () => {
  it("is divided by devices alone, before a fit, and every excluded row has its reason", () => {
    expect(h100.fitted).toHaveLength(41);
    expect(h100.predicted.map(({ plan, software }) => [plan.devices, software])).toEqual([
      [512, "v3.0"],
      [768, "v3.0"],
      [3584, "v3.0"],
      [2528, "v4.0"],
    ]);
    for (const { plan } of h100.fitted) expect(plan.devices).toBeLessThanOrEqual(64);
    const count = (part: string) => h100.excluded.filter(({ why }) => why.includes(part)).length;
    expect(["PCIe", "96 GB", "preview", "stands twice"].map(count)).toEqual([13, 1, 3, 1]);
    expect(h100.excluded).toHaveLength(18);
    expect(h100.excluded.find(({ why }) => why.includes("twice"))).toMatchObject({
      step: { system: "coreweave_hgxh100_n448_ngc23.04_mxnet", round: "v3.1" },
      why: "stands twice: NVIDIA_CoreWeave submitted the same run in v3.0",
    });
    const concerned = steps.filter(({ accelerator }) => accelerator.includes("H100")).length;
    expect(h100.fitted.length + h100.predicted.length + h100.excluded.length).toBe(concerned);
  });

  it("on 4 to 64 GPUs predicts 512 to 3,584: at most 3 % off at the median and 8 % at worst, all intervals within 20 %", () => {
    const fit = fitScale(h100.fitted, { noise: "rows" });
    const errors = scaleErrors(fit, h100.predicted);
    const { median, worst, within } = errorSummary(errors);
    expect(median).toBeLessThanOrEqual(0.03);
    expect(worst).toBeLessThanOrEqual(0.08);
    expect(within).toBe(errors.length);
    expect(widest(errors)).toBeLessThan(0.2);
    expect(leftOutTable(errors)).toHaveLength(4);
    // By reference.py.
    const reference = [
      [0.009073118761, 0.0282414527],
      [0.009374217844, 0.0282038979],
      [0.005651137097, 0.0416464235],
      [0.005642963738, 0.0410597379],
    ];
    h100.predicted.forEach(({ plan }, row) => {
      const { seconds, standardError } = fit.predict(plan);
      expect(seconds).toBeCloseTo(reference[row][0], 9);
      expect(standardError).toBeCloseTo(reference[row][1], 7);
    });
  });

  it("tells three terms, and names the others with what is held from where", () => {
    const fit = fitScale(h100.fitted, { noise: "rows" });
    expect(fit.told.map(({ name }) => name)).toEqual(["halfBatch", "secondsPerImage", "betweenNodes"]);
    // By reference.py.
    const values = [20.0408902667, 0.0001334881813, 0.6782277155, 1.0646817312, 0.0664180884];
    Object.values(fit.values).forEach((value, term) => expect(value / values[term]).toBeCloseTo(1, 7));
    expect(fit.deviceSpread).toBeCloseTo(0.004993954, 8);
    expect(fit.noise?.share).toBeCloseTo(0.0217770658, 8);
    expect(fit.noise?.degreesOfFreedom).toBeCloseTo(14.9476762, 5);
    expect(publishedNoise.share).toBeCloseTo(fit.noise!.share, 3);
    expect(publishedNoise.degreesOfFreedom).toBeLessThan(fit.noise!.degreesOfFreedom);
    expect(fit.held.map(({ name }) => name)).toEqual([
      "allReduce",
      "slowest",
      "growthWithNodes",
      "inputSecondsPerImage",
    ]);
    const why = fit.held.map((each) => each.why);
    expect(why[0]).toMatch(/^the links' rates with nothing hidden.*the rows tell 6 % of it$/);
    expect(why[2]).toMatch(/more nodes always have another local batch, so nodes and batch cannot be told apart/);
    expect(scaleTermTable(fit)).toHaveLength(7);
    expect(fit.predict(h100.predicted[2].plan).assumes).toEqual(["allReduce", "slowest"]);
  });

  it("chose the share lost between nodes by plans left out of the fitted rows", () => {
    const without: Prior = { value: 0, deviation: 0, why: "left out, to compare" };
    const free = size(leaveOutPlans(h100.fitted, { noise: "rows" }));
    const held = size(leaveOutPlans(h100.fitted, { noise: "rows", priors: { betweenNodes: without } }));
    expect(free).toBeLessThan(0.7 * held);
    expect(fitScale(h100.fitted, { priors: { betweenNodes: without } }).held).toContainEqual({
      ...{ name: "betweenNodes", value: 0, why: "left out, to compare" },
    });
  });

  it("with other deviations in its priors, half or twice, predicts within the same bounds", () => {
    for (const by of [0.5, 2]) {
      const priors = Object.fromEntries(
        Object.entries(defaultPriors).map(([term, prior]) => [term, { ...prior, deviation: by * prior.deviation }]),
      );
      const errors = scaleErrors(fitScale(h100.fitted, { noise: "rows", priors }), h100.predicted);
      const { median, worst, within } = errorSummary(errors);
      expect(median).toBeLessThanOrEqual(0.03);
      expect(worst).toBeLessThanOrEqual(0.08);
      expect(within).toBe(errors.length);
      expect(widest(errors)).toBeLessThan(0.2);
    }
  });
});

describe("Dell XE8545 with 4 A100-SXM-40GB each", () => {
  it("on 4 to 16 GPUs predicts 32, 64 and 128: at most 5 % off at the median and 10 % at worst", () => {
    expect(dell.fitted.map(({ plan }) => [plan.devices, plan.localBatch])).toEqual([
      [8, 204],
      [16, 204],
      [4, 256],
      [4, 204],
    ]);
    expect(dell.deviceSpread).toBeCloseTo(0.012587, 5);
    const fit = fitScale(dell.fitted, { deviceSpread: 0.0126 });
    const errors = scaleErrors(fit, dell.predicted);
    const { median, worst, within } = errorSummary(errors);
    expect(median).toBeLessThanOrEqual(0.05);
    expect(worst).toBeLessThanOrEqual(0.1);
    expect(within).toBe(errors.length);
    // By reference.py.
    const reference = [
      [0.073682107, 0.0276318],
      [0.0494327823, 0.0820991],
      [0.0405004848, 0.1255026],
    ];
    dell.predicted.forEach(({ plan }, row) => {
      const { seconds, standardError } = fit.predict(plan);
      expect(seconds).toBeCloseTo(reference[row][0], 8);
      expect(standardError).toBeCloseTo(reference[row][1], 6);
    });
  });

  it("with the half batch of H100 as a prior, knows small batches better", () => {
    const halfBatch = halfBatchOfH100();
    const [few, more] = [undefined, { halfBatch }].map((priors) =>
      scaleErrors(fitScale(dell.fitted, { deviceSpread: dell.deviceSpread, priors }), dell.predicted),
    );
    expect(errorSummary(more).within).toBe(more.length);
    expect(widest(more)).toBeLessThan(0.75 * widest(few));
  });

  it("leaves out other GPUs and other rounds, with the reason", () => {
    expect(new Set(dell.excluded.map(({ why }) => why))).toEqual(
      new Set([
        "another GPU: NVIDIA A100-SXM-80GB (500W)",
        "another GPU: NVIDIA A100-SXM4-80GB (500W)",
        "another GPU: NVIDIA A100-SXM-80GB CTS",
        "the software of another round, v1.1",
      ]),
    );
  });
});

describe("HPE with 8 A100-SXM-80GB each", () => {
  it("has a step on 32 GPUs that does not fit between the others: a case for diagnosis", () => {
    const hpe = mlperfSeries("HPE XL675d A100-SXM-80GB", steps);
    const all = [...hpe.fitted, ...hpe.predicted];
    const outside = leaveOutPlans(all, { deviceSpread: hpe.deviceSpread }).filter(isOutside);
    expect(outside.map(({ levels }) => levels.devices)).toEqual([32]);
    const [{ predicted, measured }] = outside;
    expect(measured).toBeCloseTo(0.055455, 6);
    expect(predicted).toBeCloseTo(0.03805, 4);
    // Those on 8 and 16 GPUs predict the others, with the half batch of H100: two rows with two batches do not tell it well.
    const halfBatch = halfBatchOfH100();
    const others = hpe.predicted.filter(({ plan }) => plan.devices !== 32);
    const errors = scaleErrors(fitScale(hpe.fitted, { deviceSpread: hpe.deviceSpread, priors: { halfBatch } }), others);
    expect(errorSummary(errors)).toMatchObject({ count: 2, within: 2 });
  });
});
