import { describe, expect, it } from "vitest";
import { slowestOf } from "../../lib/failures";
import { dalyInterval, exactInterval, expectedGoodput, jobMtbf, youngInterval } from "../../lib/failures/closed-forms";
import { expectedTotal } from "./expected-total";
import { slowestStep } from "../../lib/failures/order-statistics";

const [minute, hour] = [60, 3600];

describe("intervals between checkpoints", () => {
  // J. T. Daly's article, figures 3 to 5: 117, 57 and 9.1 minutes.
  it.each([
    [24 * hour, 117],
    [6 * hour, 57],
    [15 * minute, 9.1],
  ])("are Daly's for his example with a failure every %i s", (jobMtbfSeconds, minutes) => {
    const costs = { jobMtbfSeconds, checkpointSeconds: 5 * minute };
    expect(dalyInterval(costs) / minute).toBeCloseTo(minutes, minutes < 10 ? 1 : 0);
    expect(dalyInterval(costs) / exactInterval(costs)).toBeCloseTo(1, 2);
  });

  it("are Young's, and Daly's no longer than the mean time between failures", () => {
    expect(youngInterval({ jobMtbfSeconds: 5000, checkpointSeconds: 100 })).toBe(1000);
    expect(dalyInterval({ jobMtbfSeconds: 5000, checkpointSeconds: 10_000 })).toBe(5000);
  });

  // Python's decimal with 50 digits, 160 times from lo, hi = 0, 1:
  // m = (lo + hi) / 2; lo, hi = (m, hi) if 1 - m > (-m - D(d)).exp() else (lo, m)
  it.each([
    ["1e-9", 4.4720692885813665e-5],
    ["0.001", 0.044057192259048084],
    ["0.1", 0.38318316820829484],
    ["3", 0.9813393709113166],
  ])("are exact for a checkpoint of %s times the mean time between failures", (cost, x) => {
    expect(exactInterval({ jobMtbfSeconds: 1, checkpointSeconds: Number(cost) }) / x).toBeCloseTo(1, 11);
  });

  it("minimize the expected time", () => {
    const costs = { jobMtbfSeconds: 2 * hour, checkpointSeconds: 90, restartSeconds: 300 };
    const best = exactInterval(costs);
    const goodput = (intervalSeconds: number) => expectedGoodput({ ...costs, intervalSeconds });
    for (const factor of [0.9, 0.99, 1.01, 1.1]) expect(goodput(factor * best)).toBeLessThan(goodput(best));
  });

  it("need no checkpoints where nothing fails, and always one more where they cost nothing", () => {
    expect(exactInterval({ jobMtbfSeconds: Infinity, checkpointSeconds: 1 })).toBe(Infinity);
    expect(dalyInterval({ jobMtbfSeconds: Infinity, checkpointSeconds: 1 })).toBe(Infinity);
    expect(exactInterval({ jobMtbfSeconds: 100, checkpointSeconds: 0 })).toBe(0);
    const nothing = { jobMtbfSeconds: Infinity, checkpointSeconds: 0 };
    expect([exactInterval, dalyInterval, youngInterval].map((of) => of(nothing))).toEqual(Array(3).fill(Infinity));
  });
});

describe("expected times", () => {
  const training = { jobMtbfSeconds: 1800, checkpointSeconds: 120, restartSeconds: 600, intervalSeconds: 600 };

  it("are Daly's", () => {
    // M=1800; 100 * M*math.exp(600/M)*math.expm1((600+120)/M)
    expect(expectedTotal({ ...training, workSeconds: 60_000 })).toBeCloseTo(123_551.3986186, 6);
    expect(expectedGoodput(training)).toBeCloseTo(60_000 / 123_551.3986186, 9);
  });

  it("count a shorter last stretch with its checkpoint, and no checkpoint where there are none", () => {
    const total = (workSeconds: number, intervalSeconds: number) =>
      expectedTotal({ ...training, workSeconds, intervalSeconds });
    expect(total(900, 600)).toBeCloseTo(total(600, 600) + total(300, 600), 9);
    expect(total(900, Infinity)).toBeCloseTo(1800 * Math.exp(1 / 3) * Math.expm1(0.5), 9);
  });

  it("without failures are those of computing and checkpoints", () => {
    const steady = { ...training, jobMtbfSeconds: Infinity };
    expect(expectedTotal({ ...steady, workSeconds: 6000 })).toBe(7200);
    expect(expectedGoodput(steady)).toBe(1 / 1.2);
    expect(expectedGoodput({ ...steady, intervalSeconds: Infinity })).toBe(1);
    expect(expectedGoodput({ ...training, intervalSeconds: Infinity })).toBe(0);
  });

  it("refuse what is out of range in one line", () => {
    expect(() => jobMtbf({ nodes: 0, nodeMtbfSeconds: 1 })).toThrow(
      new Error("nodes is 0: give a whole number from 1."),
    );
    expect(() => youngInterval({ jobMtbfSeconds: 0, checkpointSeconds: 1 })).toThrow(
      "jobMtbfSeconds is 0: give a number above 0.",
    );
    expect(() => expectedGoodput({ ...training, intervalSeconds: -1 })).toThrow("intervalSeconds is -1: give");
  });
});

describe("the slowest of n", () => {
  // Python: sum over x = i / 512 of x**p n exp(-x*x/2)/sqrt(2 pi) (erfc(-x/sqrt 2)/2)**(n-1) / 512, p = 1 and 2; the
  // first three are in the tables of H. L. Harter, Expected values of normal order statistics, Biometrika 48, 1961, to
  // five digits.
  it.each([
    [1, 0, 1],
    [2, 0.5641895835477557, 0.8256452711765545],
    // Closed forms: H. David and H. Nagaraja, Order Statistics, 2003.
    [3, 3 / (2 * Math.sqrt(Math.PI)), Math.sqrt(1 + Math.sqrt(3) / (2 * Math.PI) - 9 / (4 * Math.PI))],
    [5, 1.1629644736405136, 0.6689798719099618],
    [10, 1.5387527308351696, 0.5868081656390612],
    [1024, 3.248239601375413, 0.35076049730493497],
    // python3 test/experiment/scale/reference.py
    [8, 1.42360030604196, 0.6106530465743891],
    [64, 2.343733465073977, 0.45109474377050895],
    [3584, 3.591242950646064, 0.32274379379014767],
    [16_384, 3.971350570280537, 0.29627679458628997],
  ])("of %i normal times is this many deviations late", (n, mean, deviation) => {
    expect(slowestOf(n, "normal").mean).toBeCloseTo(mean, 9);
    expect(slowestOf(n, "normal").deviation).toBeCloseTo(deviation, 9);
  });

  it("of exponential times is later by the harmonic number", () => {
    expect(slowestOf(1, "exponential")).toEqual({ mean: 0, deviation: 1 });
    expect(slowestOf(4, "exponential").mean).toBeCloseTo(1 / 2 + 1 / 3 + 1 / 4, 12);
    expect(slowestOf(4, "exponential").deviation).toBeCloseTo(Math.sqrt(1 + 1 / 4 + 1 / 9 + 1 / 16), 12);
  });

  it("is the slow node, or one of the others where the noise is large", () => {
    expect(slowestStep(64, { seconds: 2, slowNode: 1.5 })).toEqual({ mean: 3, deviation: 0 });
    const noise = { distribution: "normal", deviationSeconds: 0.01 } as const;
    const normal = slowestStep(64, { seconds: 1, noise, slowNode: 1.5 });
    expect(normal.mean).toBeCloseTo(1.5, 6); // far from the others: its own mean and deviation
    expect(normal.deviation).toBeCloseTo(0.015, 6);
    // A factor of almost 1 changes almost nothing, though it is computed in another way.
    const large = { distribution: "exponential", deviationSeconds: 0.2 } as const;
    const [one, almost] = [1, 1 + 1e-9].map((slowNode) => slowestStep(100, { seconds: 1, noise: large, slowNode }));
    expect(almost.mean).toBeCloseTo(one.mean, 4);
    expect(almost.deviation).toBeCloseTo(one.deviation, 4);
  });

  // Two normal times: C. E. Clark, The greatest of a finite set of random variables, Operations Research 9, 1961. The others in Python: the
  // mean is the integral of 1 - F, and that of the square the integral of 2 (x - lowest) (1 - F), by the midpoint rule in steps of 1e-4
  // deviations; F(x) = G(x)**(n-1) * G((x - (s-1) / d) / s), where G is erfc(-x / sqrt 2) / 2, or -expm1(-x - 1) from -1 on.
  it.each([
    [2, 1.2, "normal", 0.1, 1.207413734986663, 0.11145122484966528],
    [2, 1.5, "normal", 0.2, 1.5136114437380213, 0.28083991928306656],
    [2, 1.0001, "normal", 1e-4, 1.0001199663198763, 8.721372963533779e-5],
    [64, 1.5, "normal", 0.2, 1.6094527227193556, 0.19312465107194215],
    [1000, 1.0001, "normal", 1e-4, 1.0003247359797136, 3.5295755090572276e-5],
    [8, 1.2, "exponential", 0.1, 1.245196890040517, 0.1282714659470968],
    [1000, 1.00001, "exponential", 1e-5, 1.0000648718929148, 1.2821590010311644e-5],
  ] as const)(
    "of %i, one of which takes %f times as long, with %s noise of %f s, is exact",
    (n, slowNode, distribution, deviationSeconds, mean, deviation) => {
      const step = slowestStep(n, { seconds: 1, slowNode, noise: { distribution, deviationSeconds } });
      expect((step.mean - mean) / deviationSeconds).toBeCloseTo(0, 6);
      expect(step.deviation / deviation).toBeCloseTo(1, 6);
    },
  );

  it.each(["normal", "exponential"] as const)(
    "is the slow node alone where %s noise is small beside it",
    (distribution) => {
      for (const deviationSeconds of [1e-3, 1e-5, 1e-6, 1e-12, 1e-300]) {
        const step = slowestStep(1000, { seconds: 1, slowNode: 2, noise: { distribution, deviationSeconds } });
        expect(step).toEqual({ mean: 2, deviation: 2 * deviationSeconds });
      }
    },
  );

  it("is refused for no node", () => {
    expect(() => slowestOf(0, "normal")).toThrow("The number of nodes is 0: give a whole number from 1.");
  });
});
