import { describe, expect, it } from "vitest";
import { slowNetworkRuns } from "../../lib/runs";
import {
  errorSummary,
  fitCost,
  leaveOut,
  leftOutTable,
  observations,
  parameterTable,
  timeModels,
} from "../../lib/experiment";
import { planOf } from "../../lib/experiment/predict";
import { type LeftOutRow } from "../../lib/experiment/fits";
import { allReduceTimes } from "../../chapters/06-prediction/all-reduces";
import { meanRuns } from "../../chapters/06-prediction/mean-runs";
import { design, madeUpObservations, type Law } from "./made-up-runs";

const study = meanRuns(observations(await slowNetworkRuns(), { response: "training" }));
const of = (model: string, mode: string) =>
  study.filter(({ levels }) => levels.model === model && levels.mode === mode);

describe("the published runs", () => {
  it("on 3 nodes are predicted from those on 1 and 2, with latency held at 0", () => {
    const rows = leaveOut(study, "nodes", { levels: [3] });
    expect(rows.map(({ levels }) => [levels.model, levels.mode, levels.batch, levels.nodes])).toEqual(
      expect.arrayContaining(
        ["efficientnetb0", "resnet50"].flatMap((model) => [32, 64, 100].map((batch) => [model, "sync", batch, 3])),
      ) as unknown[],
    );
    expect(rows).toHaveLength(11); // EfficientNetB0 ran out of memory where it accumulated batches of 100
    const { count, worst, within } = errorSummary(rows);
    expect([count, within]).toEqual([11, 10]);
    expect(worst).toBeLessThan(0.03);
    for (const { held, rivals, assumes } of rows) {
      expect(assumes).toContain("latencySeconds"); // with a latency, runs on 2 nodes would look alike, those on 3 would not
      expect(held.find((line) => line.startsWith("latencySeconds 0: "))).toMatch(/cannot tell it|nothing over/);
      expect(rivals).toEqual({}); // runs on 2 nodes alone let a linear model know nothing of nodes
    }
  });

  it("that accumulate on 1 and 2 nodes predict those on 3, and one network lends the other an interval", () => {
    const known = study.filter(({ levels }) => levels.mode === "accumulate" && levels.nodes !== 3);
    for (const hidden of study.filter(({ levels }) => levels.mode === "accumulate" && levels.nodes === 3)) {
      const { seconds, low = NaN, high = NaN } = fitCost(known, { network: ["model"] }).predict(planOf(hidden));
      expect(Math.abs(seconds / hidden.seconds - 1)).toBeLessThan(0.03);
      expect(low < hidden.seconds && hidden.seconds < high).toBe(true);
    }
    // Two runs tell two values and nothing more, so there is no interval; residuals of the other model lend one.
    const two = known.filter(({ levels }) => levels.model === "resnet50" || levels.nodes === 2);
    const alone = fitCost(two.filter(({ levels }) => levels.model === "efficientnetb0")).predict({
      batch: 32,
      nodes: 3,
    });
    expect(alone).toMatchObject({ why: "the fit has as many parameters as runs, 2: nothing says how far it is off" });
    expect(alone).not.toHaveProperty("low");
    const together = fitCost(two, { network: ["model"] });
    const lent = together.predict({ model: "efficientnetb0", batch: 32, nodes: 3 });
    expect(lent.seconds).toBeCloseTo(alone.seconds, 3);
    expect(lent.high! - lent.low!).toBeGreaterThan(0);
  });

  it("of a batch size that was left out are predicted from two others, many times better than by a line or a parabola", () => {
    const rows = leaveOut(study, "batch").filter(({ why }) => why === undefined);
    expect(rows).toHaveLength(33);
    const ours = errorSummary(rows);
    expect(ours.median).toBeLessThanOrEqual(0.03);
    expect(ours.worst).toBeLessThanOrEqual(0.08);
    expect(ours.within).toBeGreaterThanOrEqual(0.85 * ours.intervals);
    for (const kind of ["linear", "quadratic"] as const) {
      const theirs = errorSummary(rows, kind);
      expect(theirs.count).toBe(18);
      expect(theirs.median).toBeGreaterThan(10 * ours.median);
      for (const { rivals, error = NaN } of rows) {
        const rival = rivals[kind];
        if (rival) expect(Math.abs(rival.error)).toBeGreaterThan(Math.abs(error));
      }
    }
  });

  it("are fitted better than by a line or a parabola, with no more parameters", () => {
    const compared = timeModels(study).flatMap(({ model, mode, linear, quadratic }) =>
      [linear, quadratic].map((rival) => ({ model: String(model), mode: String(mode), rival })),
    );
    const judged = compared.filter(({ rival }) => rival !== undefined && rival.degreesOfFreedom > 1);
    expect(judged).toHaveLength(6); // EfficientNetB0 accumulated batches of two sizes only
    for (const { model, mode, rival } of judged) {
      const fit = fitCost(of(model, mode));
      const ours = fit.residuals.filter((_, at) => fit.observations[at].levels.nodes !== 1).map(Math.abs);
      const theirs = rival!.residuals.map((residual, at) => Math.abs(residual / rival!.fitted[at]));
      expect(fit.parameters.length).toBeLessThanOrEqual(rival!.terms.length);
      expect(Math.max(...ours), `${model} ${mode} ${rival!.kind}`).toBeLessThan(Math.max(...theirs));
      expect(ours.sort((a, b) => a - b)[2], `${model} ${mode} ${rival!.kind}`).toBeLessThan(theirs.sort((a, b) => a - b)[2]); // prettier-ignore
    }
  });

  it("of a left-out mode are predicted badly: an all-reduce took longer when gradients were accumulated", () => {
    const rows = leaveOut(study, "mode");
    const { median, worst, missing } = errorSummary(rows);
    expect(missing).toBe(0);
    expect(median).toBeGreaterThan(0.05);
    expect(worst).toBeGreaterThan(0.3);
    expect(worst).toBeLessThan(0.4);
    const several = rows.filter(({ levels }) => levels.model === "resnet50" && levels.nodes !== 1);
    for (const { levels, error = NaN } of several) {
      expect(error, JSON.stringify(levels)).toSatisfy((share: number) => (levels.mode === "sync" ? share > 0.2 : share < -0.1)); // prettier-ignore
    }
  });

  it("give back a slower network if a smaller head travels, and hide nothing behind computing", () => {
    const { overlap, latencySeconds } = fitCost(of("resnet50", "sync"));
    expect([overlap, latencySeconds]).toEqual([0, 0]);
    const head = { resnet50: 25_636_712 - 800 * 2049 };
    const { bytesPerSecond = NaN } = fitCost(of("resnet50", "sync"), { parameters: head });
    expect(bytesPerSecond).toBeGreaterThan(89e6);
    expect(bytesPerSecond).toBeLessThan(91e6);
  });
});

describe("fits of runs that tell little", () => {
  const law: Law = { perImage: 0.004, bytesPerSecond: 1e8 };
  const one = { batch: 10, nodes: 1 };
  const two = { batch: 10, nodes: 2 };

  it.each<[what: string, make: () => unknown, line: RegExp]>([
    [
      "no run",
      () => fitCost([]),
      /^There is no run to fit the cost model to: runs that ran out of memory have no time\.$/,
    ],
    [
      "only runs out of memory",
      () => fitCost(madeUpObservations(law, [{ ...one, outcome: "out-of-memory" }])),
      /^There is no run to fit the cost model to/,
    ],
    ["one run on two nodes", () => fitCost(madeUpObservations(law, [two])), /^1 run cannot tell what computing takes/],
    ["one cell twice", () => fitCost(madeUpObservations(law, [two, two])), /^2 runs cannot tell what computing takes/],
    [
      "a run twice",
      () => fitCost([...madeUpObservations(law, [one]), ...madeUpObservations(law, [one])]),
      /^Run run-0 is there twice: a run counts once/,
    ],
    [
      "several nodes from runs on one",
      () => fitCost(madeUpObservations(law, [one, one])).predict(two),
      /^No fitted run of resnet50, sync is on several nodes/,
    ],
    [
      "a model of two",
      () => fitCost(madeUpObservations(law, [one, { ...one, model: "other" }])).predict(one),
      /^The fitted runs have resnet50 and other as model: say model in the plan\.$/,
    ],
    [
      "half a node",
      () => fitCost(madeUpObservations(law, [one])).predict({ batch: 10, nodes: 0.5 }),
      /^nodes is 0\.5: an epoch is counted with whole numbers from 1\.$/,
    ],
    [
      "a factor of one level",
      () => leaveOut(madeUpObservations(law, [one, two]), "batch"),
      /^The runs have only 10 of batch/,
    ],
    [
      "a factor that runs do not have",
      () => leaveOut(madeUpObservations(law, [one]), "colour"),
      /^The runs have no level of colour/,
    ],
  ])("refuse %s in one line", (_what, make, line) => {
    expect(make).toThrow(line);
    expect(make).not.toThrow(/\n/);
  });

  it("predict without an interval, and say why, where runs are as many as parameters", () => {
    const fit = fitCost(madeUpObservations(law, [one, two]));
    expect(fit.degreesOfFreedom).toBe(0);
    expect(fit).not.toHaveProperty("residualStandardDeviation");
    for (const each of fit.parameters) expect(each).not.toHaveProperty("low");
    expect(fit.predict({ batch: 10, nodes: 3 }).why).toBe(
      "the fit has as many parameters as runs, 2: nothing says how far it is off",
    );
    expect(JSON.stringify([fit.parameters, fit.held, fit.predict({ batch: 10, nodes: 3 })])).not.toContain("null");
  });

  it("name what a prediction takes for 0 that they do not tell", () => {
    const runs = design({ nodes: [2] }).map((run) => ({ ...run, syncEvery: 1 }));
    const fit = fitCost(madeUpObservations({ ...law, latency: 0.05 }, runs, { noise: 0.01 }));
    expect(fit.predict({ batch: 30, nodes: 2 }).assumes).toEqual([]);
    expect(fit.predict({ batch: 10, nodes: 4 }).assumes).toEqual(["secondsPerStep", "latencySeconds"]);
    expect(fit.predict({ batch: 10, nodes: 2, syncEvery: 4 }).assumes).toEqual(["secondsPerStep", "overlap"]);
    expect(fit.predict({ batch: 10, nodes: 1, syncEvery: 1 }).assumes).toEqual(["secondsPerStep", "overlap"]);
  });

  it("have no NaN where runs are alike to the last digit", () => {
    const fit = fitCost(madeUpObservations(law, [one, one, two, two]));
    const prediction = fit.predict({ batch: 10, nodes: 3 });
    expect(JSON.stringify([fit.parameters, prediction])).not.toContain("null");
    expect(prediction.high! / prediction.low!).toBeCloseTo(1, 6);
  });

  it("take all-reduces for free where more nodes are as fast as computing alone", () => {
    const free = fitCost(madeUpObservations({ ...law, bytesPerSecond: 1e30 }, design({}), { noise: 0.02, seed: 4 }));
    expect(free.bytesPerSecond).toSatisfy((rate: number) => rate > 1e10);
    expect(fitCost(madeUpObservations(law, [one]), { link: { bytesPerSecond: 1e8 } }).predict(two).communicationSeconds).toBeCloseTo(300 * 0.2, 6); // prettier-ignore
  });
});

it("tables have one row a parameter, and one a cell", () => {
  const fit = fitCost(of("resnet50", "sync"));
  expect(parameterTable(fit).map(({ parameter, unit }) => [parameter, unit])).toEqual([
    ["secondsPerImage", "s an image"],
    ["bytesPerSecond", "bytes/s"],
    ["secondsPerStep", "held"],
    ["latencySeconds", "held"],
    ["overlap", "held"],
  ]);
  expect(allReduceTimes(of("resnet50", "sync"))).toHaveLength(6);
  const rows: LeftOutRow[] = leaveOut(of("resnet50", "sync"), "nodes", { levels: [3] });
  const [first] = leftOutTable(rows);
  expect(first).toMatchObject({ batch: 32, nodes: 3, "error (%)": 100 * rows[0].error! });
});
