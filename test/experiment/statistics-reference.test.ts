import { describe, expect, test } from "vitest";
import { anova, meanInterval, observations, standardErrors } from "../../lib/experiment";
import { differences } from "../../chapters/05-experiments/differences";
import { spreadOf } from "../../chapters/05-experiments/spread";
import { studyIntervals } from "../../chapters/05-experiments/study-intervals";
import { fitTimeModel } from "../../lib/experiment/statistics";
import { withIntercept } from "../../lib/experiment/statistics/least-squares";
import { shareBelow } from "../../chapters/06-prediction/cheapest";
import { tailOfF, tailsOfT } from "../../lib/experiment/statistics/tails";
import { rowAt } from "../../lib/notebooks/numbers";
import { slowNetworkRuns } from "../../lib/runs";
import { localClusterRuns } from "../../lib/runs/published/local-cluster";
import {
  expectSame,
  observed,
  observedSet,
  reference,
  type ReferenceAnova,
  type ReferenceModel,
} from "./statistics-fixture";

const golden = reference();
const { sets, intervals, tails, anovas, models, leastSquares: hard } = golden;

describe("equal to SciPy", () => {
  test.each(intervals)("the $level interval of $name", ({ name, values, level, ...expected }) => {
    const { mean, standardDeviation, low, high, count } = meanInterval(values, level);
    expect(count).toBe(values.length);
    expectSame(
      [mean, standardDeviation, low, high],
      [expected.mean, expected.standardDeviation, expected.low, expected.high],
      name,
    );
  });

  test("the tail of F, down to 1e-100 and less", () => {
    for (const [F, df, residualDf, p] of tails.F)
      expectSame([tailOfF(F, df, residualDf)], [p], `F ${F} ${df} ${residualDf}`);
    expect(Math.min(...tails.F.map(([, , , p]) => p))).toBeLessThan(1e-100);
  });

  test("the tails and quantiles of Student's t", () => {
    for (const [t, df, p] of tails.t) expectSame([tailsOfT(t, df)], [p], `t ${t} ${df}`);
    for (const [t, df, p] of tails.t) {
      const [below, beyond] = [shareBelow(-3 * Math.abs(t), 3, df), shareBelow(3 * Math.abs(t), 3, df)];
      expectSame([below, beyond], [p / 2, 1 - p / 2], `beyond t ${t} ${df}`);
    }
    for (const [df, level, t] of tails.quantiles) expectSame([standardErrors(df, level)], [t], `t for ${level}, ${df}`);
  });
});

describe("analysis of variance equal to statsmodels and R", () => {
  test.each(anovas)("$name, order $order, blocks $blocks", (expected) => {
    const { name, factors, order, blocks } = expected;
    checkAnova(anova(observedSet(sets[name]), factors, { order, blocks }), expected);
  });

  test("the published study, from its run records", async () => {
    const all = observations(await slowNetworkRuns(), { response: "training" });
    all.forEach(({ seconds }, row) => expect(seconds).toBeCloseTo(sets.published.seconds[row], 6));
    const expected = anovas.find(({ name, order }) => name === "published" && order === 2)!;
    checkAnova(anova(all, expected.factors), expected);
  });
});

function checkAnova(table: ReturnType<typeof anova>, expected: ReferenceAnova): void {
  const { rows, residual, total, leftOut, why } = table;
  expect(rows.map(({ term, df }) => ({ term, df }))).toEqual(expected.rows.map(({ term, df }) => ({ term, df })));
  const named = [...expected.single, ...expected.leftOut.map(({ term }) => term)];
  expect(leftOut.map(({ term }) => term)).toEqual(named);
  expected.leftOut.forEach(({ term, df }) => {
    expect(leftOut.find((each) => each.term === term)!.why).toMatch(new RegExp(`leaves ${df} of its \\d`));
  });
  expect(residual.df).toBe(expected.residual.df);
  expectSame([residual.sumOfSquares], [expected.residual.sumOfSquares], "residual");
  expectSame([total.sumOfSquares], [expected.total], "total");
  expectColumns(["sumOfSquares", "share"], rows, expected.rows);
  if (residual.df === 0) {
    expect(why).toContain("nothing is left to judge the terms by");
    expect(rows.every(({ F, p }) => Number.isNaN(F) && Number.isNaN(p))).toBe(true);
    return;
  }
  expect(why).toBeUndefined();
  expectColumns(["F", "p", "partialShare"], rows, expected.rows);
}

type Column = "sumOfSquares" | "share" | "F" | "p" | "partialShare";
function expectColumns(names: Column[], ...[rows, expected]: Partial<Record<Column, number>>[][]): void {
  const valuesIn = (all: Partial<Record<Column, number>>[], name: Column) => all.map((row) => row[name]!);
  for (const name of names) expectSame(valuesIn(rows, name), valuesIn(expected, name), name);
}

describe("comparisons of configurations equal to SciPy", () => {
  const local = observedSet(sets["local cluster"]);

  test("the observations are those of the runs on the local cluster", async () => {
    const runs = observations(await localClusterRuns()).map(({ levels, replicate, seconds }) => {
      return [Object.values(levels).join(), replicate, seconds.toFixed(8)].join();
    });
    const set = local.map(({ levels, replicate, seconds }) =>
      [Object.values(levels).join(), replicate, seconds.toFixed(8)].join(),
    );
    expect([...runs].sort()).toEqual([...set].sort());
  });

  test.each(golden.differences)("$factor $to less $from: $levels", (expected) => {
    const { factor, from, to, levels } = expected;
    const row = differences(local, factor, [from, to]).find((each) =>
      Object.entries(levels).every(([name, level]) => each.levels[name] === level),
    )!;
    expectSame([row.paired.mean, row.unpaired.mean], [expected.mean, expected.mean], "mean");
    // An end near 0 is a difference of two large numbers: it is compared with the interval's width.
    const scale = expected.paired[1] - expected.paired[0];
    expectSame([row.paired.low, row.paired.high], expected.paired, "paired", { scale });
    expectSame([row.unpaired.low, row.unpaired.high], expected.unpaired, "unpaired", { scale });
    const [one, other] = [meanInterval(expected.first), meanInterval(expected.second)];
    expect(row.overlap).toBe(!(one.high < other.low || other.high < one.low));
  });

  test.each(golden.copied)("the study's interval of $levels, beside Student's", async ({ levels, values }) => {
    const row = rowAt(studyIntervals(observations(await slowNetworkRuns(), { response: "training" })), levels);
    const { count, mean, low, high } = row.interval;
    expectSame([count, mean / 60, (high - low) / 120, row.copiedReach / 60], values, "interval");
  });

  test.each(golden.spreads)("the spread in $set by $factor, as a share: $asShare", (expected) => {
    const { F, p, levels } = spreadOf(observedSet(sets[expected.set]), expected.factor, { asShare: expected.asShare });
    expectSame([F, p], [expected.F, expected.p], "F and p");
    const deviations = [...levels].sort((a, b) => (a.level < b.level ? -1 : 1));
    expectSame(
      (typeof levels[0].level === "number" ? levels : deviations).map(({ standardDeviation }) => standardDeviation),
      expected.standardDeviations,
      "standard deviations",
    );
  });

  test("the test of Brown and Forsythe of one factor", () => {
    const { values, ...expected } = golden.levene;
    const runs = values.flatMap((group, batch) => group.map((seconds) => observed({ batch: batch + 1 }, seconds)));
    const { F, p } = spreadOf(runs, "batch");
    expectSame([F, p], [expected.F, expected.p], "F and p");
  });
});

describe("models of time equal to statsmodels and R", () => {
  test.each(models)("$set, $model, $mode, $kind", (expected) => {
    const all = observedSet(sets[expected.set]);
    const runs = all.filter(({ levels }) => levels.model === expected.model && levels.mode === expected.mode);
    checkModel(fitTimeModel(runs, expected.kind), expected);
  });
});

function checkModel(model: ReturnType<typeof fitTimeModel>, expected: ReferenceModel): void {
  const { terms, degreesOfFreedom, rSquared } = model;
  expect(terms.map(({ name }) => name)).toEqual(expected.terms);
  expect(degreesOfFreedom).toBe(expected.degreesOfFreedom);
  expectSame(
    terms.map(({ estimate }) => estimate),
    expected.estimate,
    "estimate",
  );
  expectSame([rSquared], [expected.rSquared], "R²");
  expectSame(model.fitted, expected.fitted, "fitted");
  const predicted = expected.points.map(([batch, nodes]) => model.predict({ batch, nodes }));
  expectSame(
    predicted.map(({ seconds }) => seconds),
    expected.predicted,
    "predicted",
  );
  if (degreesOfFreedom === 0) {
    expect(model.why).toMatch(/^(\d+) runs for \1 coefficients/);
    expect([...terms.map(({ p }) => p), model.adjustedRSquared, model.residualStandardError]).toSatisfy(
      (all: number[]) => all.every(Number.isNaN),
    );
    expect([predicted[0].low, predicted[0].high]).toEqual([NaN, NaN]);
    return;
  }
  for (const column of ["standardError", "t", "p", "low", "high"] as const) {
    expectSame(
      terms.map((term) => term[column]),
      expected[column]!,
      column,
    );
  }
  expectSame([model.adjustedRSquared], [expected.adjustedRSquared!], "adjusted R²");
  expectSame([model.residualStandardError], [expected.residualStandardError!], "residual standard error");
  // A residual near 0 is a difference of two large numbers: it is compared with a typical one.
  expectSame(model.residuals, expected.residuals!, "residuals", { scale: expected.residualStandardError });
  expectSame(
    predicted.flatMap(({ low, high }) => [low, high]),
    expected.predictedLow!.flatMap((low, at) => [low, expected.predictedHigh![at]]),
    "prediction interval",
  );
}

describe("least squares equal to exact arithmetic on hard data", () => {
  test.each(hard)("$name", ({ columns, values, estimate, standardError, rSquared, ...expected }) => {
    const fit = withIntercept(columns, values);
    const variance = fit.residualSumOfSquares / fit.degreesOfFreedom;
    const origin = fit.fittedAt(columns.map(() => 0));
    expectSame([origin.value, ...fit.coefficients], estimate, "estimate", { within: expected.within });
    expectSame(
      [origin.variance, ...fit.coefficientVariances].map((each) => Math.sqrt(variance * each)),
      standardError,
      "standard error",
    );
    expectSame([1 - fit.residualSumOfSquares / fit.totalSumOfSquares], [rSquared], "R²");
    expectSame([Math.sqrt(variance)], [expected.residualStandardError], "residual standard error");
  });
});
