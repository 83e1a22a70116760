import { describe, expect, it } from "vitest";
import type { LeftOutRow } from "../../lib/experiment/fits";
import type { CostFit } from "../../lib/experiment/predict";
import { fitTimeModel } from "../../lib/experiment/statistics";
import type { AccuracyCurve } from "../../lib/measure/accuracy";
import {
  predictedFigure,
  residualsFigure,
  timeModelsFigure,
  timeSurfaceFigure,
  timeToAccuracyFigure,
} from "../../lib/plots";
import type { PredictedRow } from "../../lib/plots/experiment/predicted";
import type { FittedTimes } from "../../lib/plots/experiment/residuals";
import type { TimeCurve, TimePlan } from "../../lib/plots/experiment/time-models";
import { modelled, observed } from "./observed";
import { annotationsOf, axisOf, noteOf, titleOf, traces } from "./drawn";

/** Runs that lie on the hyperbola, on 1 to 3 nodes. */
const runs = [32, 64, 100].flatMap((batch) =>
  [1, 2, 3].flatMap((nodes) => observed({ batch, nodes }, [modelled({ batch, nodes })])),
);
const several = runs.filter(({ levels }) => Number(levels.nodes) > 1);
const asked: TimePlan[] = [];
const cost = {
  predict(plan: TimePlan) {
    asked.push(plan);
    return { seconds: modelled(plan) };
  },
};
const [linear, quadratic] = [fitTimeModel(runs, "linear"), fitTimeModel(runs, "quadratic")];

it("what the rooms of statistics and prediction give can be drawn as it is", () => {
  // Types alone: the compiler checks them.
  const curve = (fit: CostFit): TimeCurve => fit;
  const fitted = (fit: CostFit): FittedTimes => fit;
  const row = (left: LeftOutRow): PredictedRow => left;
  expect([curve, fitted, row]).toHaveLength(3);
});

describe("timeModelsFigure", () => {
  const figure = timeModelsFigure(runs, { cost, quadratic, linear });

  it("has a panel for each node count beyond one, with each run as a dot and a curve for each model", () => {
    expect(annotationsOf(figure)).toEqual(["<b>2 nodes</b>", "<b>3 nodes</b>"]);
    const measured = traces(figure).filter(({ name }) => name === "measured");
    expect(measured.map(({ x }) => x)).toEqual([
      [32, 64, 100],
      [32, 64, 100],
    ]);
    expect(measured[0].y).toEqual([550, 350, 278]);
    const [hyperbola] = traces(figure);
    expect([hyperbola.x[0], hyperbola.x.at(-1)]).toEqual([19, 150]);
    expect(hyperbola.x.every(Number.isInteger)).toBe(true); // a cost model counts steps of whole batches
    hyperbola.x.forEach((batch, at) => expect(hyperbola.y[at]).toBeCloseTo(modelled({ batch, nodes: 2 }), 9));
    const dashes = traces(figure).flatMap(({ mode, line }) => (mode === "lines" ? [line?.dash] : []));
    expect(new Set(dashes).size).toBe(3);
  });

  it("asks a cost model for the runs' own configuration", () => {
    expect(asked[0]).toMatchObject({ model: "resnet50", mode: "sync", syncEvery: 1, nodes: 2 });
  });

  it("says how far each model is off, and where it leaves what is possible", () => {
    const errors = several.map(({ seconds }, at) => Math.abs(linear.fitted[at] / seconds - 1));
    expect(titleOf(figure)).toBe(
      `Off by at most: cost model 0.00 %, quadratic ${share(quadratic.fitted)}, linear ${(100 * Math.max(...errors)).toFixed(0)} %`,
    );
    expect(noteOf(figure)).toMatch(/^ResNet50, sync; the quadratic model rises again from batch \d+ \(2 nodes\)/);
  });

  it("refuses runs on one node, of two configurations, and no model", () => {
    expect(() =>
      timeModelsFigure(
        runs.filter(({ levels }) => levels.nodes === 1),
        { cost },
      ),
    ).toThrow("measure two nodes");
    const both = [...runs, ...observed({ model: "efficientnetb0", nodes: 2 }, [5])];
    expect(() => timeModelsFigure(both, { cost })).toThrow("differ in model (resnet50, efficientnetb0)");
    expect(() => timeModelsFigure(runs, {})).toThrow("there is none: fit one first");
  });

  function share(fitted: number[]): string {
    const worst = Math.max(...several.map(({ seconds }, at) => Math.abs(fitted[at] / seconds - 1)));
    return `${(100 * worst).toFixed(worst < 0.00995 ? 2 : 1)} %`;
  }
});

describe("timeSurfaceFigure", () => {
  const figure = timeSurfaceFigure(runs, { cost, linear });

  it("has a scene for each model, with its surface, the runs, and stems between them", () => {
    const [surface, stems, dots, other] = traces(figure);
    expect([surface.type, stems.type, dots.type, other.type]).toEqual(["surface", "scatter3d", "scatter3d", "surface"]);
    expect([surface.scene, dots.scene, other.scene]).toEqual(["scene", "scene", "scene2"]);
    const heights = surface.z as number[][];
    surface.y.forEach((nodes, row) =>
      surface.x.forEach((batch, column) => expect(heights[row][column]).toBeCloseTo(modelled({ batch, nodes }), 9)),
    );
    expect(dots.z).toEqual(several.map(({ seconds }) => seconds));
    expect(stems.z).toHaveLength(3 * several.length);
    expect(annotationsOf(figure)).toEqual(["<b>cost model</b>", "<b>linear</b>"]);
  });

  it("says which model is farthest from a run, and draws a single node count or batch", () => {
    expect(titleOf(figure)).toMatch(/^Farthest from a run: linear, \d+ % too high \(batch 64, 3 nodes\)$/);
    expect(noteOf(figure)).toBe("ResNet50, sync; height: time per epoch in s; dots: measured");
    const [surface] = traces(timeSurfaceFigure(observed({ nodes: 2 }, [500, 510]), { cost }));
    expect(JSON.stringify(surface)).not.toMatch(/NaN|Infinity|null/);
    expect(surface.x.at(-1)).toBeGreaterThan(surface.x[0]);
  });
});

describe("predictedFigure", () => {
  const levels = { model: "resnet50", mode: "sync", batch: 32, nodes: 3 };
  const near = { levels, measured: 100, predicted: 102, low: 97, high: 107 };
  const far = { levels: { ...levels, mode: "accumulate" }, measured: 50, predicted: 45, low: 42, high: 48 };

  it("sets predictions and their errors against what was measured, with intervals", () => {
    const figure = predictedFigure([near, far]);
    const [time, error] = traces(figure).filter(({ name }) => name === "ResNet50, sync");
    expect(time).toMatchObject({ x: [100], y: [102], error_y: { array: [5], arrayminus: [5] } });
    expect(error.y[0]).toBeCloseTo(2, 9);
    expect(error.error_y!.arrayminus![0]).toBeCloseTo(5, 9);
    const [band] = traces(figure);
    expect(band.y.map((end, at) => end / band.x[at]).slice(1, 3)).toEqual([
      expect.closeTo(0.95, 9),
      expect.closeTo(1.05, 9),
    ]);
    expect(new Set(traces(figure).flatMap(({ marker }) => marker?.symbol ?? [])).size).toBe(2);
  });

  it("says the median and the worst error, and how many intervals hold", () => {
    expect(titleOf(predictedFigure([near, far]))).toBe("Left out and predicted: median error 6.0 %, worst 10 %");
    expect(noteOf(predictedFigure([near, far], { label: "published" }))).toBe(
      "published; worst: ResNet50, accumulate, batch 32, 3 nodes; 1 of 2 measured times lie in their interval",
    );
  });

  it("shows what the fit has seen apart, and rows without prediction or interval", () => {
    const unknown = { levels, measured: 70, why: "the fit has no run on two nodes" };
    const open = { ...far, low: undefined, high: undefined };
    const seen = { observations: several.slice(0, 2), fitted: [551, 300] };
    const figure = predictedFigure([open, unknown], { seen });
    const [drawn] = traces(figure).filter(({ name }) => name === "seen by the fit");
    expect(drawn).toMatchObject({ x: several.slice(0, 2).map(({ seconds }) => seconds), y: [551, 300] });
    expect(noteOf(figure)).toBe("no intervals; 1 without a prediction");
    expect(JSON.stringify(figure)).not.toMatch(/NaN|Infinity|null/);
    expect(() => predictedFigure([unknown])).toThrow("there are none: the fit has no run on two nodes");
  });

  it("has logarithmic axes where times are ten times apart", () => {
    expect(axisOf(predictedFigure([near, far]), "xaxis").type).toBeUndefined();
    const figure = predictedFigure([near, { ...far, measured: 2000, predicted: 1900, low: 1800, high: 2000 }]);
    expect([axisOf(figure, "xaxis").type, axisOf(figure, "yaxis").type, axisOf(figure, "yaxis2").type]).toEqual([
      "log",
      "log",
      undefined,
    ]);
    expect(axisOf(figure, "xaxis").title?.text).toBe("Measured (s, logarithmic)");
  });
});

describe("residualsFigure", () => {
  const figure = residualsFigure({
    linear,
    quadratic,
    cost: { observations: runs, fitted: runs.map(({ seconds }) => seconds + 1) },
  });

  it("has a column for each model: residuals against the fitted time, and against the batch", () => {
    expect(annotationsOf(figure)).toEqual(["<b>cost model</b>", "<b>quadratic</b>", "<b>linear</b>"]);
    const [above] = traces(figure).filter(({ xaxis, name }) => xaxis === "x3" && name === "2 nodes");
    const two = linear.observations.flatMap(({ levels }, at) => (levels.nodes === 2 ? [at] : []));
    expect(above.x).toEqual(two.map((at) => linear.fitted[at]));
    above.y.forEach((residual, at) => expect(residual).toBeCloseTo(linear.residuals[two[at]], 9));
    const below = traces(figure).filter(({ xaxis, name }) => xaxis === "x6" && name === "2 nodes");
    expect(below.map(({ mode, x }) => [mode, x])).toEqual([
      ["lines", [32, 64, 100]],
      ["markers", [32, 64, 100]],
    ]);
    // The bow that a line leaves of a hyperbola.
    expect(Math.sign(below[0].y[0])).toBe(1);
    expect(Math.sign(below[0].y[1])).toBe(-1);
  });

  it("says the largest of each, and shares an axis", () => {
    expect(titleOf(figure)).toMatch(/^Residuals up to: cost model 1 s, quadratic [\d.]+ s, linear [\d.]+ s$/);
    expect(axisOf(figure, "yaxis6").range).toEqual(axisOf(figure, "yaxis").range);
    expect(() => residualsFigure({})).toThrow("there is none: fit one first");
  });
});

describe("timeToAccuracyFigure", () => {
  const curve = (seconds: number, updates: number, accuracies: number[]): AccuracyCurve => ({
    run: `run of ${seconds} s`,
    way: "sync",
    syncEvery: 1,
    effectiveBatch: 64,
    points: accuracies.map((accuracy, at) => ({
      epoch: at + 1,
      seconds: (at + 1) * seconds,
      images: (at + 1) * 1000,
      updates: (at + 1) * updates,
      accuracy,
      loss: 1,
    })),
  });
  const curves = [
    { name: "sync", curve: curve(20, 100, [0.4, 0.6, 0.8]) },
    { name: "accumulate", curve: curve(10, 25, [0.3, 0.5, 0.7]) },
  ];

  it("draws the accuracy against time, images and updates", () => {
    const figure = timeToAccuracyFigure(curves, { target: 0.65, chance: 0.1 });
    expect(annotationsOf(figure).slice(0, 3)).toEqual(
      ["At equal time", "At equal images", "At equal updates"].map((text) => `<b>${text}</b>`),
    );
    const drawn = traces(figure).filter(({ name }) => name === "accumulate");
    expect(drawn.map(({ x }) => x)).toEqual([
      [10, 20, 30],
      [1000, 2000, 3000],
      [25, 50, 75],
    ]);
    expect(drawn[0].y).toEqual([30, 50, 70]);
    const shown = traces(figure).filter(({ showlegend }) => showlegend);
    expect(shown.map(({ name }) => name)).toEqual(["guessing: 10 %", "target: 65 %", "sync", "accumulate"]);
  });

  it("writes on each axis what was paid until the target", () => {
    const figure = timeToAccuracyFigure(curves, { target: 0.65 });
    expect(["xaxis", "xaxis2", "xaxis3"].map((name) => axisOf(figure, name).ticktext)).toEqual([
      ["0", "<b>27.5 s</b>", "<b>45 s</b>", ""],
      ["0", "<b>2,250</b>", "<br><b>2,750</b>", ""],
      ["0", "<b>69</b>", "<b>225</b>", ""],
    ]);
    expect(titleOf(figure)).toBe("65 % accurate after 27.5 s with accumulate: 1.64 times sooner than with sync");
    expect(noteOf(timeToAccuracyFigure(curves, { target: 0.75, label: "here" }))).toBe(
      "here; accumulate comes to 70 % at best",
    );
    expect(titleOf(timeToAccuracyFigure(curves, { target: 0.9 }))).toBe("No run is 90 % accurate");
  });

  it("draws the median of replicates in full, and the others as thin lines without a name", () => {
    const replicates = [10, 40, 20].map((seconds) => ({ name: "sync", curve: curve(seconds, 100, [0.4, 0.8]) }));
    const figure = timeToAccuracyFigure(replicates, { target: 0.8 });
    const ofTime = traces(figure).filter(({ name, xaxis }) => name === "sync" && xaxis === "x");
    expect(ofTime.map(({ x, showlegend }) => [x[0], showlegend])).toEqual([[10, false], [40, false], [20, true]]); // prettier-ignore
    expect(titleOf(figure)).toBe("80 % accurate after 40 s with sync");
    expect(noteOf(figure)).toBe("thin: other replicates");
  });

  it("draws curves without a target, and refuses none", () => {
    expect(annotationsOf(timeToAccuracyFigure(curves))).toHaveLength(3);
    expect(() => timeToAccuracyFigure([])).toThrow("there are none");
  });
});
