import { describe, expect, it } from "vitest";
import { fitCost } from "../../lib/experiment";
import { type CostFit, type ParameterKind } from "../../lib/experiment/predict";
import { design, madeUpObservations, secondsBy, type Law } from "./made-up-runs";

const law: Law = { perImage: 0.004, bytesPerSecond: 1e8 };
const both = [...design({ replicates: 2 }), ...design({ replicates: 2 }, { syncEvery: 4 })];

function parameter(fit: CostFit, kind: ParameterKind) {
  const found = fit.parameters.find((each) => each.kind === kind);
  expect(found, `${kind}: ${fit.held.map(({ name, why }) => `${name} ${why}`).join("; ")}`).toBeDefined();
  return found!;
}

function expectWithin(fit: CostFit, kind: ParameterKind, truth: number): void {
  const { low = NaN, high = NaN } = parameter(fit, kind);
  expect(low, kind).toBeLessThanOrEqual(truth);
  expect(high, kind).toBeGreaterThanOrEqual(truth);
}

describe("what made-up runs were made with", () => {
  it("is found to the last digits where nothing disturbs them", () => {
    const full = { ...law, perStep: 0.05, latency: 0.02, overlap: 0.25 };
    const fit = fitCost(madeUpObservations(full, both));
    expect(parameter(fit, "secondsPerImage").estimate).toBeCloseTo(0.004, 8);
    expect(parameter(fit, "secondsPerStep").estimate).toBeCloseTo(0.05, 6);
    expect(fit.bytesPerSecond! / 1e8).toBeCloseTo(1, 5);
    expect(fit.latencySeconds).toBeCloseTo(0.02, 6);
    expect(fit.overlap).toBeCloseTo(0.25, 5);
    expect(fit.held).toEqual([]);
  });

  it("is found with all-reduces that hide altogether in some runs, and not in others", () => {
    const fit = fitCost(madeUpObservations({ ...law, overlap: 1 }, design({ batches: [10, 50, 100, 1000] })));
    expect(fit.overlap).toBeCloseTo(1, 5);
    expect(fit.bytesPerSecond! / 1e8).toBeCloseTo(1, 5);
    const { communicationSeconds, hiddenSeconds } = fit.predict({ batch: 1000, nodes: 3 });
    expect(hiddenSeconds).toBeCloseTo(communicationSeconds, 6);
  });

  it("lies in its intervals where 1 % disturbs them", () => {
    const full = { ...law, perStep: 0.05, latency: 0.05, overlap: 0.5 };
    const fit = fitCost(madeUpObservations(full, both, { noise: 0.01, seed: 5 }), { level: 0.99 });
    expectWithin(fit, "secondsPerImage", 0.004);
    expectWithin(fit, "secondsPerStep", 0.05);
    expectWithin(fit, "bytesPerSecond", 1e8);
    expectWithin(fit, "latencySeconds", 0.05);
    expectWithin(fit, "overlap", 0.5);
    expect(fit.residualStandardDeviation).toBeGreaterThan(0.005);
    expect(fit.residualStandardDeviation).toBeLessThan(0.02);
  });

  it("is found with two models on one network, whose sizes tell latency from bandwidth on two nodes alone", () => {
    const withLatency = { ...law, latency: 0.05 };
    const large = design({ nodes: [1, 2] }, { model: "large", parameters: 25e6 });
    const alone = fitCost(madeUpObservations(withLatency, large));
    expect(alone.held.find(({ kind }) => kind === "latencySeconds")?.why).toMatch(
      /cannot tell it from the other values/,
    );
    const fit = fitCost(madeUpObservations(withLatency, [...large, ...design({ nodes: [1, 2] }, { model: "small" })]));
    expect(fit.latencySeconds).toBeCloseTo(0.05, 6);
    expect(fit.bytesPerSecond! / 1e8).toBeCloseTo(1, 5);
    expect(fit.parameters.map(({ name }) => name)).toContain("secondsPerImage of large");
  });

  it("is held at 0 with the reason where it is 0", () => {
    for (const seed of [1, 2, 3]) {
      const fit = fitCost(madeUpObservations(law, both, { noise: 0.01, seed }), { level: 0.99 });
      expect(fit.held.map(({ kind, value }) => [kind, value])).toEqual([
        ["secondsPerStep", 0],
        ["latencySeconds", 0],
        ["overlap", 0],
      ]);
      for (const { why } of fit.held)
        expect(why).toMatch(/^its 99 % interval, .* holds 0$|^the runs fit best with (less than )?0$/);
      expectWithin(fit, "bytesPerSecond", 1e8);
    }
  });
});

describe("intervals", () => {
  const tries = 120;
  const runs = design({ nodes: [1, 2], replicates: 2 });
  const left = { batch: 20, nodes: 3 };
  const truth = secondsBy(law, left);
  const fits = Array.from({ length: tries }, (_, seed) =>
    fitCost(madeUpObservations(law, runs, { noise: 0.03, seed: seed + 1 }), { hold: ["overlap"] }),
  );

  it("hold a parameter's true value about as often as they say", () => {
    const held = fits.filter((fit) => {
      const { low = NaN, high = NaN } = parameter(fit, "bytesPerSecond");
      return low <= 1e8 && 1e8 <= high;
    }).length;
    expect(held / tries).toBeGreaterThan(0.88);
    expect(held / tries).toBeLessThan(1);
  });

  it("hold a new run on nodes that were not in the data about as often as they say", () => {
    const [often, half] = [0.95, 0.5].map((level) => {
      const held = fits.filter((fit, seed) => {
        const [{ seconds }] = madeUpObservations(law, [left], { noise: 0.03, seed: 1000 + seed });
        const { low = NaN, high = NaN } = fit.predict(left, level);
        return low <= seconds && seconds <= high;
      }).length;
      return held / tries;
    });
    expect(often).toBeGreaterThan(0.88);
    expect(often).toBeLessThan(1);
    expect(half).toBeGreaterThan(0.37);
    expect(half).toBeLessThan(0.63);
  });

  it("grow with the distance from the data", () => {
    const width = (nodes: number) => {
      const { seconds, low = NaN, high = NaN } = fits[0].predict({ batch: 10, nodes, images: 6000 });
      return (high - low) / seconds;
    };
    expect(width(30)).toBeGreaterThan(width(2));
    const { seconds } = fits[0].predict(left);
    expect(Math.abs(seconds / truth - 1)).toBeLessThan(0.1);
  });
});

describe("nodes that share a machine", () => {
  it("do not divide computing, and one thread's work only once there are more nodes than cores", () => {
    const shared = { sharesMachine: true };
    const full = { ...law, perStep: 0.05 };
    const all = [...design({}, shared), ...design({}, { ...shared, syncEvery: 4 })];
    const fit = fitCost(madeUpObservations(full, all, { noise: 0.02, seed: 3 }), { level: 0.99 });
    expectWithin(fit, "secondsPerImage", 0.004);
    expectWithin(fit, "secondsPerStep", 0.05);
    expectWithin(fit, "bytesPerSecond", 1e8);
    const apart = { batch: 10, nodes: 4, syncEvery: 1, images: 6000 };
    const [together, alone] = [fit.predict(apart), fit.predict({ ...apart, machines: 4 })];
    expect(together.seconds / secondsBy(full, { ...apart, ...shared })).toBeCloseTo(1, 1);
    expect(alone.seconds / secondsBy(full, apart)).toBeCloseTo(1, 1);
    expect(alone.computeSeconds).toBeLessThan(0.5 * together.computeSeconds);
  });

  it("divide computing where each has a GPU of its own", () => {
    const fit = fitCost(madeUpObservations(law, design({}, { device: "gpu" })));
    const [apart, together] = [3, 1].map((machines) => fit.predict({ batch: 10, nodes: 3, machines }));
    expect(together.seconds).toBeCloseTo(apart.seconds, 9);
  });
});
