import { beforeAll, describe, expect, it } from "vitest";
import { slowNetworkRuns } from "../../lib/runs";
import {
  allReduceTimes,
  cells,
  errorSummary,
  fitCost,
  fullFactorial,
  leaveOut,
  observations,
  plannedRuns,
  readDesign,
  standardErrors,
  timeModels,
  type Observation,
} from "../../lib/experiment";
import { payloadRate } from "../../lib/measure";
import { lessonCells, testLesson, text } from "./lesson";

const name = "05-experiments/experiments";
testLesson({ name, exercises: 9, points: [23, 10], conclusions: 2 });

const notebook = lessonCells("solutions", name);
const words = notebook.map(text).join("\n").replace(/\s+/g, " ");
const says = (...parts: string[]) => {
  for (const part of parts) expect(words).toContain(part);
};

it("makes two slides: heading, figures, text", () => {
  const shown = notebook.filter(({ metadata }) => metadata.slideshow);
  expect(shown.map(({ metadata }) => metadata.slideshow!.slide_type)).toEqual(
    [1, 2].flatMap(() => ["slide", "fragment", "fragment"]),
  );
  expect(shown.filter((_, i) => i % 3 === 0).every(({ metadata }) => metadata.tags?.[0] === "deck:experiments")).toBe(
    true,
  );
  expect(shown.filter((_, i) => i % 3 === 1).map((cell) => text(cell).match(/^show\(/gm)!.length)).toEqual([2, 2]);
  expect(shown.filter((_, i) => i % 3 === 2).every(({ metadata }) => metadata.nbgrader?.points === 5)).toBe(true);
});

describe("what the lesson says of designs is so", () => {
  it("the study has 36 configurations and 180 runs, and the notebook's own design 24", async () => {
    const [full, lesson] = await Promise.all([readDesign("full"), readDesign("lesson")]);
    expect([fullFactorial(full).length, plannedRuns(full).length, plannedRuns(lesson).length]).toEqual([36, 180, 24]);
    says("36 configurations and 180 runs");
  });

  it("runs no level twice by accident: the batch between and three nodes are not in the notebook's design", async () => {
    const { factors } = await readDesign("lesson");
    const levels = Object.fromEntries(factors.map((factor) => [factor.name, factor.levels.map(({ level }) => level)]));
    expect(levels).toEqual({ model: ["efficientnetb0"], mode: ["sync", "accumulate"], batch: [8, 32], nodes: [1, 2] });
    expect(8 * Math.round(Math.sqrt(8 * 32) / 8)).toBe(16);
  });

  it("t and the interval by its count", () => {
    const t = (count: number) => standardErrors(count - 1, 0.99);
    const reach = (count: number) => t(count) / Math.sqrt(count);
    expect(t(5).toFixed(3)).toBe("4.604");
    expect((reach(5) / reach(25)).toFixed(1)).toBe("3.7");
    expect([reach(2) / reach(3), reach(3) / reach(5), reach(10) / reach(30)].map((each) => each.toFixed(1))).toEqual([
      "7.9",
      "2.8",
      "2.0",
    ]);
    says("t = 4.604", "3.7 times too narrow by the count alone", "eight times narrower", "nearly three times");
  });
});

describe("what the lesson says of the published study is what its runs give", () => {
  let study: Observation[];
  beforeAll(async () => {
    study = observations(await slowNetworkRuns(), { response: "training" });
  });
  const of = (model: string, mode: string) =>
    study.filter(({ levels }) => levels.model === model && levels.mode === mode);

  it("a line and a parabola, and where they lead", () => {
    const [{ linear, quadratic }] = timeModels(of("resnet50", "sync"));
    const at = { batch: 150, nodes: 2 };
    expect([linear!.rSquared.toFixed(2), quadratic!.rSquared.toFixed(4)]).toEqual(["0.91", "0.9995"]);
    expect([linear!.terms.length, quadratic!.terms.length, quadratic!.observations.length]).toEqual([3, 5, 6]);
    expect(linear!.predict(at).seconds).toBeLessThan(0);
    expect(quadratic!.predict(at).seconds.toFixed(0)).toBe("6569");
    const batch100 = of("resnet50", "sync").find(({ levels }) => levels.batch === 100 && levels.nodes === 2)!;
    expect((quadratic!.predict(at).seconds / batch100.seconds).toFixed(1)).toBe("1.9");
    const signs = cells(linear!.observations, ["batch"]).map(({ observations: runs }) =>
      Math.sign(runs.reduce((sum, run) => sum + linear!.residuals[linear!.observations.indexOf(run)], 0)),
    );
    expect(signs).toEqual([1, -1, 1]);
    expect(linear!.leftOut).toEqual([]);
    expect(quadratic!.leftOut.map(({ term }) => term)).toEqual(["nodes²"]);
    says(
      "explains 91 %",
      "R² of 0.9995",
      "five parameters for six runs",
      "6,569 s on two nodes",
      "above, below, above",
    );
  });

  it("one rate for two networks", () => {
    const fits = ["resnet50", "efficientnetb0"].map((model) => fitCost(of(model, "sync")));
    const rates = fits.map(({ bytesPerSecond }) => bytesPerSecond!);
    expect(rates.map((rate) => (rate / 1e6).toFixed(1))).toEqual(["95.9", "98.5"]);
    expect(rates.map((rate) => ((100 * rate) / payloadRate(1e9)).toFixed(0))).toEqual(["81", "83"]);
    const [resnet, efficient] = fits.map(({ parameters }) => parameters.find(({ kind }) => kind === "bytesPerSecond")!);
    expect(resnet.high!).toBeLessThan(efficient.low!);
    expect(efficient.low! / resnet.high!).toBeLessThan(1.01);
    expect(fits[0].parameters.length).toBe(2);
    expect(fits.map(({ held }) => held.some(({ kind }) => kind === "latencySeconds"))).toEqual([true, true]);
    says("95.9 MB/s with ResNet50, 98.5 MB/s with EfficientNetB0", "81 to 83 %", "intervals do not quite meet");
  });

  it("three nodes, from fewer, by hand and by the model", () => {
    const epoch = (batch: number, nodes: number) => {
      const run = of("resnet50", "sync").find(({ levels }) => levels.batch === batch && levels.nodes === nodes)!;
      return run.seconds / run.epochs;
    };
    const errors = [32, 64, 100].map((batch) => {
      const steps = (nodes: number) => Math.ceil(100_000 / (batch * nodes));
      const each = (epoch(batch, 2) - epoch(batch, 1) / 2) / steps(2);
      return Math.abs((epoch(batch, 1) / 3 + (steps(3) * each * 4) / 3) / epoch(batch, 3) - 1);
    });
    expect((100 * Math.max(...errors)).toFixed(1)).toBe("1.3");
    const rows = ["resnet50", "efficientnetb0"].flatMap((model) =>
      leaveOut(of(model, "sync"), "nodes", { levels: [3] }),
    );
    const { count, median, worst, within } = errorSummary(rows);
    expect([count, (100 * median).toFixed(1), (100 * worst).toFixed(1), within]).toEqual([6, "0.5", "0.9", 6]);
    says("Off by 1.3 % at most", "a median error of 0.5 %, and 0.9 % at worst", "All six measured times");
  });

  it("a batch left out: the cost model within 1.1 %, the others off by 30 % and more", () => {
    const rows = ["resnet50", "efficientnetb0"].flatMap((model) => leaveOut(of(model, "sync"), "batch"));
    expect(errorSummary(rows).worst).toBeLessThan(0.011);
    const rivals = leaveOut(of("resnet50", "sync"), "batch")
      .filter(({ levels }) => Number(levels.nodes) > 1)
      .map(({ levels, rivals: { linear, quadratic } }) => ({ levels, errors: [linear!.error, quadratic!.error] }));
    for (const { levels, errors } of rivals) {
      const [low, high] = levels.batch === 100 ? [0.78, 1.1] : [0.29, 0.33];
      for (const error of errors) {
        expect(Math.abs(error)).toBeGreaterThan(low);
        expect(Math.abs(error)).toBeLessThan(high);
      }
    }
    const negative = rivals.find(({ levels }) => levels.batch === 100 && levels.nodes === 3)!;
    expect(negative.errors[0]).toBeLessThan(-1);
    says("within 1.1 % everywhere", "off by 30 %");
  });

  it("accumulate from sync, and what its all-reduces took", () => {
    const rows = leaveOut(study, "mode", { levels: ["accumulate"] });
    const resnet = rows.filter(({ levels }) => levels.model === "resnet50" && levels.nodes === 2);
    const errors = resnet.map(({ error }) => -100 * error!).sort((a, b) => a - b);
    expect([errors[0].toFixed(0), errors[2].toFixed(0)]).toEqual(["13", "20"]);
    const lucky = rows.find(({ levels }) => levels.model === "efficientnetb0" && levels.batch === 64)!;
    expect((100 * Math.abs(lucky.error!)).toFixed(2)).toBe("0.04");
    const times = allReduceTimes(study).filter(({ levels }) => levels.nodes === 2);
    const row = (model: string, mode: string, batch: number) =>
      times.find(({ levels }) => levels.model === model && levels.mode === mode && levels.batch === batch)!;
    const longer = (model: string, batch: number) =>
      row(model, "accumulate", batch).allReduceSeconds - row(model, "sync", batch).allReduceSeconds;
    expect([32, 64, 100].map((batch) => longer("resnet50", batch).toFixed(2))).toEqual(["0.41", "0.41", "0.42"]);
    expect([32, 64].map((batch) => longer("efficientnetb0", batch).toFixed(2))).toEqual(["0.05", "0.05"]);
    const rates = [32, 64, 100].map((batch) => row("resnet50", "accumulate", batch).bytesPerSecond / 1e6);
    expect([Math.min(...rates).toFixed(0), Math.max(...rates).toFixed(0)]).toEqual(["69", "70"]);
    const [small, large] = [32, 100].map((batch) => row("resnet50", "accumulate", batch).stepSeconds);
    expect((large / small).toFixed(0)).toBe("3");
    says("13 to 20 % too low", "longer by 0.41 to 0.42 s", "longer by 0.05 s", "69 to 70 MB/s in place of 95 to 97");
  });

  it("the cheapest within 20 minutes", () => {
    const fit = fitCost(of("efficientnetb0", "sync"));
    const seconds = (batch: number, nodes: number) => fit.predict({ batch, nodes }).seconds;
    expect((seconds(100, 1) / 60).toFixed(0)).toBe("31");
    expect(seconds(100, 2)).toBeGreaterThan(1200);
    expect(seconds(100, 3)).toBeLessThan(1200);
    expect(((3 * seconds(100, 3)) / seconds(100, 1)).toFixed(1)).toBe("1.8");
    says("half an hour", "1.8 times as dear", "a batch of 100 on three nodes");
  });
});
