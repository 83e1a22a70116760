import { rSquared } from "simple-statistics";
import { describe, expect, it } from "vitest";
import { allReduceTable, allReduceTimes } from "../../../chapters/06-prediction/all-reduces";
import { comparedModels, studyModelTable } from "../../../chapters/06-prediction/compared-models";
import { meanRuns } from "../../../chapters/06-prediction/mean-runs";
import { fitCost, observations, timeModels } from "../../../lib/experiment";
import { slowNetworkRuns } from "../../../lib/runs";

const study = observations(await slowNetworkRuns(), { response: "training" });
const resnetSync = study.filter(({ levels }) => levels.model === "resnet50" && levels.mode === "sync");
const [{ linear, quadratic }] = timeModels(resnetSync);
const cost = fitCost(meanRuns(resnetSync));

describe("the compared models", () => {
  const [line, parabola, hyperbola] = comparedModels({ linear: linear!, quadratic: quadratic!, cost });

  it("are judged by the same runs, those on several nodes, with as many parameters as were fitted", () => {
    const several = resnetSync.filter(({ levels }) => levels.nodes !== 1);
    for (const { measured, fitted } of [line, parabola, hyperbola]) {
      expect([...measured].sort()).toEqual(several.map(({ seconds }) => seconds).sort());
      expect(fitted).toHaveLength(30);
    }
    expect([line, parabola, hyperbola].map(({ parameters }) => parameters)).toEqual([3, 4, 2]);
  });

  it("give the times that the study's models give, and predict others", () => {
    expect(line.fitted.every((seconds, at) => Math.abs(seconds - linear!.fitted[at]) < 1e-6)).toBe(true);
    const share = rSquared([...parabola.measured.entries()], (at) => parabola.fitted[at]);
    expect(share).toBeCloseTo(quadratic!.rSquared, 9);
    expect(line.predict({ batch: 150, nodes: 2 })).toBeLessThan(0);
    expect(hyperbola.predict({ batch: 100, nodes: 2 })).toBe(cost.predict({ batch: 100, nodes: 2 }).seconds);
  });
});

it("the study's models have a row for each network and mode, and no parabola through two batch sizes", () => {
  const rows = studyModelTable(timeModels(study));
  expect(rows.map(({ model, mode }) => `${model as string} ${mode as string}`).sort()).toEqual([
    ...["EfficientNetB0 accumulate", "EfficientNetB0 sync", "ResNet50 accumulate", "ResNet50 sync"],
  ]);
  const without = rows.filter((row) => row["R² of the parabola"] === undefined);
  expect(without).toEqual([expect.objectContaining({ model: "EfficientNetB0", mode: "accumulate" })]);
  expect(without[0].note).not.toBe("");
});

it("all-reduces on some nodes are a table in MB/s", () => {
  const means = meanRuns(study);
  const rows = allReduceTable(means, 2);
  expect(rows).toHaveLength(11);
  const { levels, bytesPerSecond } = allReduceTimes(means).find((row) => row.levels.nodes === 2)!;
  expect(rows[0]).toMatchObject({ mode: levels.mode, batch: levels.batch, "MB/s": bytesPerSecond / 1e6 });
});
