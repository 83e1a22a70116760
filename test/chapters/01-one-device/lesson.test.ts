import { expect, it } from "vitest";
import { taskNamed } from "../../../lib/jobs/tasks";
import { trainingWork } from "../../../chapters/01-one-device/training-work";
import { h100Datasheet, ridge } from "../../../chapters/01-one-device/roofline";
import { chapterRuns, runStatistics, type RunRecord } from "../../../lib/runs";
import { lessonCells, testLesson, text } from "../lesson";

const name = "01-one-device/one-device";
const slide = { figures: 1, points: 4 };
testLesson({ name, exercises: 17, points: [38, 12], conclusions: 3, guesses: 9, slides: [slide, slide, slide] });

const cells = lessonCells("solutions", name);
const written = cells.filter(({ cell_type }) => cell_type === "markdown").map(text).join("\n").replace(/\s+/g, " "); // prettier-ignore

it("says before its jobs what they may cost", async () => {
  const hours = (task: string, jobs: number) => (jobs * taskNamed(task).resources.full.minutes) / 60;
  expect(written).toContain(`at most ${hours("cpu", 2)} node-hours and ${hours("gpu", 4)} GPU-hours`);
  const [cpu, gpu] = (await chapterRuns({ epochTime: "seconds" })).filter(
    ({ configuration }) => configuration.globalBatchSize === 256,
  );
  const both = (run: RunRecord) =>
    (runStatistics(run).firstEpochSeconds + runStatistics(run).steadyEpochSeconds) / 3600;
  expect(written).toContain(`took ${both(cpu).toFixed(2)} and ${both(gpu).toFixed(3)}`);
});

it("tells the book's numbers as its table has them", async () => {
  expect(7 * 8192 - 50_000).toBe(7344);
  expect(50_000 - 6 * 8192).toBe(848);
  const runs = await chapterRuns({ epochTime: "seconds" });
  const epochs = (devices: number, batch: number) => {
    const run = runs.find(
      ({ configuration: { model, replicas, localBatchSize } }) =>
        model === "resnet50v2" && replicas === devices && localBatchSize === batch,
    )!;
    const { firstEpochSeconds, steadyEpochSeconds } = runStatistics(run);
    return [firstEpochSeconds, steadyEpochSeconds];
  };
  const [[a, b], [c, d]] = [epochs(1, 2048), epochs(4, 2048)];
  expect(written).toContain(`takes ${a} + ${b} = ${a + b} s on one GPU, and ${c} + ${d} = ${c + d} s on four`);
  expect(written).toContain(`${4 * (c + d)} GPU-seconds instead of ${a + b}`);
  expect((4 * (c + d)) / (a + b)).toBeCloseTo(4.8, 1); // "nearly five times"
  const bounds = [214.5 / 14.5, 215.5 / 13.5].map((times) => times.toFixed(1));
  expect(written).toContain(`215 / 14 = 15.4 times as fast as 20 CPU cores, steady epoch against steady epoch (${bounds.join(" to ")}`); // prettier-ignore
});

it("computes what the H100 reaches from the book's times, the model's shapes and the datasheet", async () => {
  const runs = (await chapterRuns()).filter(({ configuration }) => configuration.replicas === 1);
  const [shallow, deep] = (["resnet50v2", "resnet152v2"] as const).map((model) => {
    const run = runs.filter(({ configuration }) => configuration.model === model).pop()!;
    return trainingWork(model, 128).operations * runStatistics(run).imagesPerSecond;
  });
  const tera = (rate: number) => (rate / 1e12).toFixed(0);
  expect(written).toContain(`does ${tera(shallow)} TFLOP/s with ResNet50V2 and ${tera(deep)} TFLOP/s with ResNet152V2`);
  const { float32, tensorFloat32 } = h100Datasheet;
  const percent = (rate: number, of: { operationsPerSecond: number }) => ((100 * rate) / of.operationsPerSecond).toFixed(0); // prettier-ignore
  expect(written).toContain(`${percent(shallow, tensorFloat32)} % and ${percent(deep, tensorFloat32)} % of what its tensor cores`); // prettier-ignore
  expect(written).toContain(`and ${percent(shallow, float32)} % and ${percent(deep, float32)} % of its float32 peak`);
  expect(written).toContain(`at ${ridge(float32)} operations per byte for ordinary float32 and at ${ridge(tensorFloat32).toFixed(0)} for tensor cores`); // prettier-ignore
  expect(Math.abs(trainingWork("resnet50v2", 128).operationsPerByte - 100)).toBeLessThan(5); // "about 100"
});

it("tells the book's batches of 24 and 40 GB as suggestions, and that of 64 GB as what it ran", () => {
  const table = text(cells.find(({ id }) => id === "predictions")!);
  expect(table.match(/book: (512|1024), how: "suggested to start with"/g)).toHaveLength(2);
  expect(table).toMatch(/book: 2048, how: "what it ran"/);
});
