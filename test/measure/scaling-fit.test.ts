import { invoice, scaling } from "parallel-training/measure";
import { amdahlSpeedup, fitAmdahl } from "../../lib/measure/scaling";
import { scaledSpeedup } from "../../chapters/02-mirrored/gustafson";
import { describe, expect, it } from "vitest";
import { madeUpRun } from "./runs";

const run = (id: string, replicas: number, images: number[], step: number) =>
  madeUpRun({ id, replicas, images, stepSeconds: [step + 2, step] });

describe("Amdahl's law", () => {
  it("gives back the share that speedups were made with", () => {
    for (const share of [0, 0.02, 0.25, 0.9, 1]) {
      const points = [1, 2, 4, 7, 64].map((n) => ({ n, speedup: amdahlSpeedup(share, n) }));
      const fit = fitAmdahl(points)!;
      expect(fit.serialShare).toBeCloseTo(share, 12);
      expect(fit.mostSpeedup).toBe(1 / fit.serialShare);
    }
    expect(amdahlSpeedup(0.1, 1)).toBe(1);
    expect(amdahlSpeedup(0.1, 1e12)).toBeCloseTo(10);
  });

  // Made with SciPy 1.17.1 and NumPy 2.4.6: for each row
  //   n, sp = numpy.array(...), numpy.array(...); A = (1 - 1 / n)[:, None]; b = 1 / sp - 1 / n
  //   numpy.linalg.lstsq(A, b)[0][0], and with the bounds scipy.optimize.lsq_linear(A, b, bounds=(0, 1)).x[0];
  // scipy.optimize.curve_fit(lambda n, s: s + (1 - s) / n, n, 1 / sp, p0=[0.1]) agrees to 9 digits.
  it.each([
    [[1, 2, 4], [1, 1.75, 2.8], 0.14285714285714285],
    [[1, 2, 4], [1, 33 / 18, 3.3], 0.07692307692307698],
    [[1, 2, 4], [1, 13.6 / 8.099, 13.6 / 5.376], 0.19289592760180996],
    [[1, 2, 4], [1, 32.732 / 17.95, 32.732 / 10.049], 0.0824034818902227],
    [[1, 2, 3, 4, 8], [1, 1.9, 2.6, 3.1, 4.7], 0.0882919625095259],
    // Outside of what the law can say: -0.0256 and 1.5495 without the bounds.
    [[1, 2, 4], [1, 2.1, 4.2], 0],
    [[1, 2, 4], [1, 0.8, 0.7], 1],
  ])("fits %j devices with speedups %j as SciPy does", (devices, speedups, share) => {
    const fit = fitAmdahl(devices.map((n, at) => ({ n, speedup: speedups[at] })))!;
    expect(fit.serialShare).toBeCloseTo(share, 10);
  });

  it("needs more than the baseline", () => {
    expect(fitAmdahl([{ n: 1, speedup: 1 }])).toBeUndefined();
    expect(fitAmdahl([])).toBeUndefined();
  });
});

describe("The invoice", () => {
  // Epochs of 12 and 8 s; epoch 1 takes 20 and 12 s.
  const study = scaling([run("a", 1, [8, 8, 8, 8], 3), run("b", 2, [16, 16], 4)]);

  it("prices start-up and epochs on each device count", () => {
    const lines = invoice(study, { perDeviceHour: 3.6, currency: "EUR", epochs: 10 });
    expect(lines.map(({ devices }) => devices)).toEqual([1, 2]);
    expect(lines.map(({ jobSeconds }) => jobSeconds)).toEqual([8 + 120, 4 + 80]);
    expect(lines.map(({ price }) => price.toFixed(6))).toEqual(["0.128000", "0.168000"]);
    expect(lines[1]).toMatchObject({ epochs: 10, epochSeconds: 8, speedup: 1.5, currency: "EUR" });
    expect(lines[1].deviceHours).toBeCloseTo(168 / 3600);
    expect(lines[1].relativePrice).toBeCloseTo(168 / 128);
    expect(lines[1].jobSpeedup).toBeCloseTo(128 / 84);
    expect(lines[0]).toMatchObject({ relativePrice: 1, speedup: 1, jobSpeedup: 1 });
  });

  it("comes to 1 / efficiency times the baseline's price where the start-up no longer counts", () => {
    const [, two] = invoice(study, { perDeviceHour: 1, currency: "EUR", epochs: 1e9 });
    expect(two.relativePrice).toBeCloseTo(1 / study.points[1].efficiency, 6);
    expect(two.jobSpeedup).toBeCloseTo(two.speedup, 6);
  });

  it("refuses what is no price, and no number of epochs", () => {
    expect(() => invoice(study, { perDeviceHour: 0, currency: "EUR", epochs: 1 })).toThrow(
      "A device-hour for 0 EUR is no price: give a number above 0.",
    );
    expect(() => invoice(study, { perDeviceHour: 1, currency: "EUR", epochs: 1.5 })).toThrow(
      "Training for 1.5 epochs cannot be priced: give a whole number from 1.",
    );
  });
});

describe("Gustafson's law", () => {
  it("is the time of one device for all the work, divided by that of n devices", () => {
    for (const [stays, shared, n] of [
      [2, 8, 4],
      [0, 3, 16],
      [5, 0, 9],
    ]) {
      // prettier-ignore
      expect(scaledSpeedup(stays / (stays + shared), n)).toBeCloseTo((stays + n * shared) / (stays + shared), 12);
    }
  });
  it("gives the paper's own number: 0.004 serial on 1,024 processors are 1,020 times", () => {
    expect(scaledSpeedup(0.004, 1024)).toBeCloseTo(1019.9, 1);
  });
});
