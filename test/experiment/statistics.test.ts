import { mean, sampleStandardDeviation } from "simple-statistics";
import { describe, expect, test } from "vitest";
import { anova, anovaRows, cellIntervals, compareIntervals, meanInterval, timeModels } from "../../lib/experiment";
import { fitTimeModel, intervalRows, termRows } from "../../lib/experiment/statistics";
import { grid, normals, observed } from "./statistics-fixture";

describe("intervals", () => {
  test("of five values reach 4.604 standard errors", () => {
    const values = [10, 12, 11, 14, 13];
    const { low, high, count, level } = meanInterval(values);
    const standardError = sampleStandardDeviation(values) / Math.sqrt(5);
    expect((high - low) / 2 / standardError).toBeCloseTo(4.604, 3);
    expect([count, level, (low + high) / 2]).toEqual([5, 0.99, 12]);
  });

  test("that cannot be had are refused in one line", () => {
    expect(() => meanInterval([3])).toThrow("An interval needs at least 2 values, and here are 1: measure again.");
    expect(() => meanInterval([3, NaN])).toThrow("One of the 2 values is NaN");
    expect(() => meanInterval([3, 4], 99)).toThrow("99 is not: write 0.99 for 99 %");
  });

  test("of cells count each run once, however many epochs it has; a single run has none", () => {
    const cells = cellIntervals([
      observed({ batch: 32 }, 10, [14, 9, 10, 11]),
      observed({ batch: 64 }, 5),
      observed({ batch: 32 }, 12, [16, 11, 12, 13]),
    ]);
    expect(cells.map(({ levels, mean: centre, interval }) => [levels.batch, centre, interval?.count])).toEqual([
      [32, 11, 2],
      [64, 5, undefined],
    ]);
    expect(intervalRows(cells)[1]).toMatchObject({ batch: 64, runs: 1, "mean, s": 5, "from, s": undefined });
  });
});

describe("epochs taken for replicates", () => {
  const runMeans = [100, 104, 98, 103, 101];
  const levels = { model: "resnet50", mode: "sync" };

  test("make the interval 3.7 times too narrow by their count, if the epochs of a run are all alike", () => {
    const runs = runMeans.map((seconds) =>
      observed(
        levels,
        seconds,
        Array.from({ length: 6 }, () => seconds),
      ),
    );
    const [{ overReplicates, overEpochs, timesByCount, timesTooNarrow, ofOneRun }] = compareIntervals(runs);
    expect([overReplicates.count, overEpochs.count, ofOneRun?.count]).toEqual([5, 25, 5]);
    expect(timesByCount).toBeCloseTo(4.6041 / Math.sqrt(5) / (2.7969 / 5), 3);
    expect(timesByCount).toBeCloseTo(3.68, 2);
    // The 25 values spread by √(20/24) of what the five do: 5 times the squares, over 24 instead of 4.
    expect(timesTooNarrow).toBeCloseTo(timesByCount / Math.sqrt(20 / 24), 10);
    expect(ofOneRun?.standardDeviation).toBe(0);
  });

  test("leave the first epoch out", () => {
    const runs = runMeans.map((seconds) => observed(levels, seconds, [seconds + 30, seconds - 1, seconds + 1]));
    const [comparison] = compareIntervals(runs);
    expect([comparison.overReplicates.count, comparison.overEpochs.count]).toEqual([5, 10]);
    expect(comparison.overReplicates.mean).toBeCloseTo(mean(runMeans), 10);
    expect(comparison.overReplicates.low).toBeCloseTo(meanInterval(runMeans).low, 10);
    expect(comparison.levels).toEqual(levels);
  });

  test("of equal runs make no difference; a cell of a single run has no right interval", () => {
    const equal = [1, 2].map(() => observed(levels, 7, [7, 7, 7]));
    const single = observed({ ...levels, mode: "accumulate" }, 7, [7, 7, 7]);
    expect(compareIntervals([...equal, single]).map(({ timesTooNarrow }) => timesTooNarrow)).toEqual([1]);
    expect(() => compareIntervals([observed(levels, 7, [7]), observed(levels, 8, [8])])).toThrow(
      "train at least 2 epochs",
    );
  });

  test("miss the true time far more often than the interval says", () => {
    const normal = normals(1);
    const held = { right: 0, wrong: 0 };
    const tries = 1000;
    for (let attempt = 0; attempt < tries; attempt++) {
      const runs = [1, 2, 3, 4, 5].map(() => {
        const ofRun = 100 + 3 * normal();
        return observed(
          levels,
          ofRun,
          [0, 1, 2, 3, 4, 5].map(() => ofRun + normal()),
        );
      });
      const [{ overReplicates, overEpochs }] = compareIntervals(runs);
      if (overReplicates.low < 100 && 100 < overReplicates.high) held.right++;
      if (overEpochs.low < 100 && 100 < overEpochs.high) held.wrong++;
    }
    expect(held.right / tries).toBeGreaterThan(0.98);
    expect(held.wrong / tries).toBeLessThan(0.75);
  });
});

describe("analysis of variance", () => {
  const runs = grid((batch, nodes) => 500 / nodes + 3000 / batch);

  test("does not depend on the order of runs or factors; shares of a balanced design add up to 1", () => {
    const table = anova(runs, ["batch", "nodes"]);
    const turned = anova([...runs].reverse(), ["nodes", "batch"]);
    const names = ["batch", "nodes", "batch × nodes"];
    expect(table.rows.map(({ term }) => term)).toEqual(names);
    for (const [at, other] of [1, 0, 2].entries()) {
      expect(turned.rows[other].sumOfSquares / table.rows[at].sumOfSquares).toBeCloseTo(1, 10);
    }
    expect(table.rows.reduce((all, { share }) => all + share, table.residual.share)).toBeCloseTo(1, 12);
    expect(table.rows[0].p).toBeLessThan(1e-6);
    expect(table.rows[2].p).toBeGreaterThan(0.001);
    expect(table.residual.df).toBe(9);
  });

  test("an interaction with an empty cell is left out with the reason; the others are not", () => {
    const table = anova(
      runs.filter(({ levels }) => !(levels.batch === 100 && levels.nodes === 3)),
      ["batch", "nodes"],
    );
    expect(table.rows.map(({ term, df }) => [term, df])).toEqual([
      ["batch", 2],
      ["nodes", 2],
    ]);
    expect(table.leftOut).toEqual([
      {
        term: "batch × nodes",
        why: "batch × nodes: no run has batch 100, nodes 3, which leaves 3 of its 4 degrees of freedom.",
      },
    ]);
    // What the runs do show of the interaction is not chance: the residual has the eight cells' own degrees of freedom.
    expect(table.residual.df).toBe(8);
    expect(anovaRows(table).at(-1)).toEqual({ term: "batch × nodes", note: table.leftOut[0].why });
  });

  test("factors that change together are told apart by nothing", () => {
    const together = [1, 2, 3].flatMap((nodes) =>
      [1, 2].map((seconds) => observed({ nodes, batch: 32 * nodes }, nodes + seconds)),
    );
    const { rows, leftOut, residual } = anova(together, ["nodes", "batch"], { order: 1 });
    expect(rows).toEqual([]);
    expect(leftOut.map(({ why }) => why)).toEqual([
      "nodes: these runs cannot tell it from the other terms.",
      "batch: these runs cannot tell it from the other terms.",
    ]);
    expect(residual.df).toBe(3);
  });

  test("a factor with one level has no effect to find", () => {
    const { rows, leftOut } = anova(
      runs.map((run) => ({ ...run, levels: { ...run.levels, mode: "sync" } })),
      ["mode", "nodes"],
    );
    expect(rows.map(({ term }) => term)).toEqual(["nodes"]);
    expect(leftOut).toEqual([{ term: "mode", why: "mode: all runs have sync, so it has no effect to find." }]);
  });

  test("without replicates there is no F, and one line says why", () => {
    const single = grid((batch, nodes) => batch + nodes, { replicates: 1 });
    const table = anova(single, ["batch", "nodes"]);
    expect(table.why).toMatch(/^9 runs for as many coefficients: nothing is left to judge the terms by/);
    expect(table.rows.map(({ F, p }) => [F, p])).toEqual(table.rows.map(() => [NaN, NaN]));
    expect(table.rows[0].share).toBeGreaterThan(0.9);
    expect(anova(single, ["batch", "nodes"], { order: 1 }).why).toBeUndefined();
  });

  test("equal replicates leave rounding, which is no residual to judge by", () => {
    const exact = grid((batch, nodes) => batch / 3 + nodes / 7, { noise: 0 });
    const table = anova(exact, ["batch", "nodes"]);
    expect(table.why).toContain("to the last digit");
    expect([table.residual.sumOfSquares, table.rows[0].F]).toEqual([0, NaN]);
  });

  test("what cannot be analysed is refused in one line", () => {
    expect(() => anova(runs, ["batch", "colour"])).toThrow("No factor colour in run 32-1: it has batch, nodes.");
    expect(() => anova([], ["batch"])).toThrow("No completed runs");
    expect(() => anova([{ ...observed({ batch: 32 }, 1), seconds: NaN }], ["batch"])).toThrow(
      "Run 32 has NaN s for its time",
    );
    expect(() =>
      anova(
        runs.map((run) => ({ ...run, seconds: 4 })),
        ["batch"],
      ),
    ).toThrow("All 18 runs took 4 s");
    expect(() => anova(runs, [])).toThrow("at least one factor");
  });
});

describe("models of time", () => {
  const law = (batch: number, nodes: number) => 900 - 5 * batch - 40 * nodes + 0.02 * batch ** 2;
  const fixed = { model: "resnet50", mode: "sync" };

  test("a quadratic law is found again, from runs on more than one node alone", () => {
    const runs = [
      ...grid(law, { nodes: [2, 3], noise: 0, fixed }),
      ...grid(() => 12345, { nodes: [1], noise: 0, fixed }),
    ];
    const { terms, leftOut, observations, predict, residuals, fitted, rSquared } = fitTimeModel(runs, "quadratic");
    expect(observations).toHaveLength(12);
    expect(terms.map(({ name }) => name)).toEqual(["intercept", "batch", "nodes", "batch²"]);
    [900, -5, -40, 0.02].forEach((value, at) => expect(terms[at].estimate / value).toBeCloseTo(1, 9));
    expect(leftOut).toEqual([]);
    expect(predict({ batch: 48, nodes: 4 }).seconds).toBeCloseTo(law(48, 4), 8);
    expect(rSquared).toBeCloseTo(1, 12);
    observations.forEach(({ seconds }, run) => expect(fitted[run] + residuals[run]).toBeCloseTo(seconds, 10));
  });

  test("the interval of a new run widens away from the runs, and with the level", () => {
    const { predict } = fitTimeModel(grid(law, { nodes: [2, 3, 4], fixed }), "quadratic");
    const [near, wide] = [predict({ batch: 64, nodes: 3 }), predict({ batch: 64, nodes: 9 })];
    expect(wide.high - wide.low).toBeGreaterThan(near.high - near.low);
    const often = predict({ batch: 64, nodes: 3 }, 0.9);
    expect(often.low).toBeGreaterThan(near.low);
  });

  test("terms that the levels cannot tell apart are left out with the reason", () => {
    const oneCount = fitTimeModel(grid(law, { nodes: [2], batches: [32, 64], fixed }), "quadratic");
    expect(oneCount.leftOut.map(({ why }) => why)).toEqual([
      "nodes: all runs have 2 nodes.",
      "batch²: through batch 32 and 64 goes a line as well as a curve.",
    ]);
    const together = [2, 3, 4].map((nodes) => observed({ batch: 32 * nodes, nodes }, nodes ** 2));
    expect(fitTimeModel(together, "linear").leftOut).toEqual([
      { term: "nodes", why: "nodes: the 3 runs cannot tell it from the terms before it." },
    ]);
  });

  test("as many coefficients as runs leave no errors, and one line says why", () => {
    const saturated = fitTimeModel(grid(law, { nodes: [2], replicates: 1, fixed }), "quadratic");
    expect(saturated.why).toBe(
      "3 runs for 3 coefficients: nothing is left to judge the model by, so it has no standard errors.",
    );
    expect(saturated.terms.map(({ p }) => p)).toEqual([NaN, NaN, NaN]);
    expect(termRows(saturated)[0]).toMatchObject({ term: "intercept", p: undefined, note: saturated.why });
  });

  test("one model a network and mode; none, and why, where there is nothing to model", () => {
    const runs = [
      ...grid(law, { fixed }),
      ...grid(law, { nodes: [1], fixed: { model: "resnet50", mode: "accumulate" } }),
      observed({ model: "efficientnetb0", mode: "sync", batch: 32, nodes: 2 }, 100),
    ];
    const models = timeModels(runs);
    expect(models.map(({ model, mode }) => `${model} ${mode}`)).toEqual([
      "resnet50 sync",
      "resnet50 accumulate",
      "efficientnetb0 sync",
    ]);
    expect(models[0].linear?.kind).toBe("linear");
    expect(models[0].quadratic?.kind).toBe("quadratic");
    expect(models[1]).toMatchObject({ why: "No run on more than one node, and the models of time are of such runs." });
    expect(models[2].why).toBe("Every run has batch 32 on 2 nodes, so there is nothing to model.");
    expect(timeModels([])).toEqual([]);
  });

  test("runs of several networks are refused in one line", () => {
    const mixed = [...grid(law, { fixed }), ...grid(law, { fixed: { model: "efficientnetb0", mode: "sync" } })];
    expect(() => fitTimeModel(mixed, "linear")).toThrow(
      "A model of time is of one model, and these runs have resnet50, efficientnetb0: fit one for each.",
    );
    expect(() => fitTimeModel([observed({ batch: "large", nodes: 2 }, 3)], "linear")).toThrow(
      "a number for batch, not large",
    );
  });
});
