import { beforeAll, describe, expect, it } from "vitest";
import {
  checkFittedTimes,
  checkLeaveOneOut,
  type TimedRun,
} from "../../../solutions/06-prediction/exercises/experiments-prediction";
import { slowNetworkRuns } from "../../../lib/runs";
import { localClusterRuns } from "../../../lib/runs/published/local-cluster";
import {
  allReduceTimes,
  cells,
  errorSummary,
  fitCost,
  leaveOut,
  observations,
  plannedRuns,
  readDesign,
  timeModels,
  type Observation,
} from "../../../lib/experiment";
import { gradientBytes, payloadRate } from "../../../lib/measure";
import { lessonCells, rowAt, saying, testLesson } from "../lesson";

const name = "06-prediction/prediction";
testLesson({ name, exercises: 7, points: [23, 10], conclusions: 2, guesses: 7 });

const notebook = lessonCells("solutions", name);
const says = saying(notebook);

it("predicts what its design does not run: a batch between, and three nodes", async () => {
  const fit = await readDesign("fit");
  const levels = Object.fromEntries(
    fit.factors.map((factor) => [factor.name, factor.levels.map(({ level }) => level)]),
  );
  expect(levels).toEqual({ model: ["efficientnetb0"], mode: ["sync"], batch: [8, 32], nodes: [1, 2] });
  expect(8 * Math.round(Math.sqrt(8 * 32) / 8)).toBe(16);
  expect(plannedRuns(fit).length + 2 * fit.replicates).toBe(18);
  says(
    "18 short runs of its own",
    "with batches of 8 and 32, on one node and on two",
    "predicts the time with a batch of 16",
  );
});

it("the sample conclusions predict the local cluster's runs of batch 16 from those of 8 and 32", async () => {
  const sync = observations(await localClusterRuns()).filter(({ levels }) => levels.mode === "sync");
  const fit = fitCost(sync.filter(({ levels }) => levels.batch !== 16 && Number(levels.nodes) < 3));
  const [two, three] = [2, 3].map((nodes) => {
    const { seconds, low, high } = fit.predict({ model: "efficientnetb0", batch: 16, nodes });
    const runs = sync.filter(({ levels }) => levels.batch === 16 && levels.nodes === nodes);
    const measured = runs.reduce((sum, run) => sum + run.seconds / runs.length, 0);
    const error = (100 * (1 - seconds / measured)).toFixed(1);
    return [...[seconds, low!, high!, measured].map((each) => each.toFixed(2)), error];
  });
  expect(two).toEqual(["1.33", "1.04", "1.62", "1.40", "4.7"]);
  expect(three).toEqual(["1.24", "0.97", "1.51", "1.25", "0.8"]);
  const rate = fit.parameters.find(({ kind }) => kind === "bytesPerSecond")!;
  expect([rate.estimate, rate.low!, rate.high!].map((each) => (each / 1e6).toFixed(0))).toEqual(["122", "105", "144"]);
  expect((payloadRate(1e9) / 1e6).toFixed(1)).toBe("118.7");
  says("1.33 s (1.04 to 1.62 s) on 2 nodes and 1.24 s (0.97 to 1.51 s) on 3", "1.40 s and 1.25 s", "4.7 % and 0.8 %");
  says("122 MB/s (105 to 144 MB/s)", "118.7");
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
    const batch100 = rowAt(of("resnet50", "sync"), { batch: 100, nodes: 2 });
    expect((quadratic!.predict(at).seconds / batch100.seconds).toFixed(1)).toBe("1.9");
    const signs = cells(linear!.observations, ["batch"]).map(({ observations: runs }) =>
      Math.sign(runs.reduce((sum, run) => sum + linear!.residuals[linear!.observations.indexOf(run)], 0)),
    );
    expect(signs).toEqual([1, -1, 1]);
    expect(linear!.leftOut).toEqual([]);
    expect(quadratic!.leftOut.map(({ term }) => term)).toEqual(["nodes²"]);
    says(
      "explains 91 % of the variation",
      "R² of 0.9995",
      "five parameters for six runs",
      "6,569 s on two nodes",
      "the points lie above the line, then below it, then above it again",
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
    says("95.9 MB/s with ResNet50, and 98.5 MB/s with EfficientNetB0", "81 to 83 %", "intervals do not quite meet");
  });

  it("three nodes, from fewer, by hand and by the model", () => {
    const epoch = (batch: number, nodes: number) => {
      const run = rowAt(of("resnet50", "sync"), { batch, nodes });
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
    says("off by 1.3 % at most", "a median error of 0.5 % and a worst error of 0.9 %", "All six measured times");
  });

  it("two numbers by least squares, and each run from the others", () => {
    const runs = of("resnet50", "sync").map(({ levels, seconds }): TimedRun => ({
      batch: Number(levels.batch),
      nodes: Number(levels.nodes),
      seconds: seconds / 5,
    }));
    // The checks know the right answers: what they expect of nothing is the answer.
    const [fitted] = checkFittedTimes(() => ({ image: 0, allReduce: 0 }), [[runs, 100_000]]).lines;
    const [image, allReduce] = [/image: ([\d.]+) s/, /allReduce: ([\d.]+) s/].map((value) =>
      Number(value.exec(fitted)![1]),
    );
    expect([(1000 * image).toFixed(1), allReduce.toFixed(2)]).toEqual(["3.4", "1.06"]);
    expect((gradientBytes(25_636_712) / allReduce / 1e6).toFixed(0)).toBe("96");
    const [left] = checkLeaveOneOut(() => [], [[runs, 100_000]]).lines;
    const errors = /expected \[(.*?)\]/.exec(left)![1].split(", ").map(Number);
    expect(errors).toHaveLength(9);
    expect((100 * Math.max(...errors.map(Math.abs))).toFixed(1)).toBe("1.1");
    says("takes 3.4 ms", "takes 1.06 s", "at 96 MB/s", "All nine hidden runs are predicted to within 1.2 %");
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
    const negative = rowAt(rivals, { batch: 100, nodes: 3 });
    expect(negative.errors[0]).toBeLessThan(-1);
    says("within 1.1 % everywhere", "off by about 30 %", "about 80 % or more");
  });

  it("accumulate from sync, and what its all-reduces took", () => {
    const rows = leaveOut(study, "mode", { levels: ["accumulate"] });
    const resnet = rows.filter(({ levels }) => levels.model === "resnet50" && levels.nodes === 2);
    const errors = resnet.map(({ error }) => -100 * error!).sort((a, b) => a - b);
    expect([errors[0].toFixed(0), errors[2].toFixed(0)]).toEqual(["13", "20"]);
    const lucky = rowAt(rows, { model: "efficientnetb0", batch: 64 });
    expect((100 * Math.abs(lucky.error!)).toFixed(2)).toBe("0.04");
    const times = allReduceTimes(study);
    const row = (model: string, mode: string, batch: number) => rowAt(times, { model, mode, batch, nodes: 2 });
    const longer = (model: string, batch: number) =>
      row(model, "accumulate", batch).allReduceSeconds - row(model, "sync", batch).allReduceSeconds;
    expect([32, 64, 100].map((batch) => longer("resnet50", batch).toFixed(2))).toEqual(["0.41", "0.41", "0.42"]);
    expect([32, 64].map((batch) => longer("efficientnetb0", batch).toFixed(2))).toEqual(["0.05", "0.05"]);
    const rates = (mode: string) => [32, 64, 100].map((batch) => row("resnet50", mode, batch).bytesPerSecond / 1e6);
    const range = (values: number[]) => [Math.min(...values).toFixed(0), Math.max(...values).toFixed(0)];
    expect([range(rates("accumulate")), range(rates("sync"))]).toEqual([["69", "70"], ["95", "97"]]); // prettier-ignore
    const others = (mode: string) =>
      [32, 64].map((batch) => (row("efficientnetb0", mode, batch).bytesPerSecond / 1e6).toFixed(0));
    expect([others("accumulate"), others("sync")]).toEqual([["79", "79"], ["99", "99"]]); // prettier-ignore
    const [small, large] = [32, 100].map((batch) => row("resnet50", "accumulate", batch).stepSeconds);
    expect(large / small).toBeCloseTo(100 / 32, 1); // about 3 times
    expect(longer("resnet50", 32)).toBeGreaterThan(3 * small); // more than a step can hide
    says(
      "13 to 20 % too low",
      "longer by 0.41 to 0.42 s",
      "longer by 0.05 s",
      "69 to 70 MB/s instead of 95 to 97",
      "79 MB/s instead of 99",
    );
  });

  it("the cheapest within 20 minutes", () => {
    const fit = fitCost(of("efficientnetb0", "sync"));
    const seconds = (batch: number, nodes: number) => fit.predict({ batch, nodes }).seconds;
    expect((seconds(100, 1) / 60).toFixed(0)).toBe("31");
    expect(seconds(100, 2)).toBeGreaterThan(1200);
    expect(seconds(100, 3)).toBeLessThan(1200);
    expect(((3 * seconds(100, 3)) / seconds(100, 1)).toFixed(1)).toBe("1.8");
    expect([3, 4].map((nodes) => fit.predict({ batch: 100, nodes }).high! < 900)).toEqual([false, true]);
    says(
      "half an hour",
      "costs 1.8 times as much",
      "a batch of 100 on three nodes",
      "To finish within 15 minutes, you need four nodes",
    );
  });
});
