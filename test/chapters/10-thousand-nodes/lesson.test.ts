import { mean } from "simple-statistics";
import { beforeAll, describe, expect, it } from "vitest";
import {
  checkLargestEfficient,
  checkStepLine,
  checkSuspect,
  type ScaledStep,
  type StepLine,
} from "../../../solutions/10-thousand-nodes/exercises/scale";
import { fitScale, mlperfSeries, type MlperfName, type MlperfRow } from "../../../lib/experiment";
import { llama3Mtbf, llama3Run } from "../../../chapters/10-thousand-nodes/llama3";
import { roughMultiplyAdds } from "../../../lib/models/known"; // which starts no TensorFlow
import { publishedSteps } from "../../../lib/runs";
import { lessonCells, saying, testLesson } from "../lesson";
import { expectedGoodput, youngInterval } from "../../../lib/failures/closed-forms";

const name = "10-thousand-nodes/thousand-nodes";
testLesson({ name, exercises: 10, points: [28, 10], conclusions: 2, guesses: 8 });

const notebook = lessonCells("solutions", name);
const says = saying(notebook);

const asStep = ({ plan, seconds }: MlperfRow): ScaledStep => ({
  gpus: plan.devices,
  batch: plan.localBatch,
  ms: 1000 * seconds,
});

/** The line with the least sum of squared relative errors, by the normal equations. */
function lineOf(steps: readonly ScaledStep[]): StepLine {
  const sum = (of: (step: ScaledStep) => number) => steps.reduce((total, step) => total + of(step) / step.ms ** 2, 0);
  const [w, wb, wbb] = [sum(() => 1), sum(({ batch }) => batch), sum(({ batch }) => batch ** 2)];
  const [wt, wbt] = [sum(({ ms }) => ms), sum(({ batch, ms }) => batch * ms)];
  const image = (w * wbt - wb * wt) / (w * wbb - wb ** 2);
  return { fixed: (wt - image * wb) / w, image };
}

describe("what the lesson says of MLPerf's logs is what they give", () => {
  let known: ScaledStep[];
  let truth: MlperfRow[];
  let line: StepLine;
  let series: (of: MlperfName) => ReturnType<typeof mlperfSeries>;
  beforeAll(async () => {
    const steps = await publishedSteps();
    series = (of) => mlperfSeries(of, steps);
    const { fitted, predicted } = series("H100-SXM-80GB");
    [known, truth] = [fitted.map(asStep), predicted];
    line = lineOf(known);
    checkStepLine(() => line); // the check takes such a line
  });

  it("steps with 3,200 images or a few more, on 4 to 64 GPUs, of 10 to 110 ms", () => {
    const globalBatches = known.map(({ gpus, batch }) => gpus * batch);
    expect([Math.min(...globalBatches), Math.max(...globalBatches)]).toEqual([1600, 3264]);
    const times = known.map(({ ms }) => ms);
    expect([Math.min(...times) / 10, Math.max(...times) / 110].map((each) => each.toFixed(1))).toEqual(["1.0", "1.0"]);
    expect(known.filter(({ gpus, batch }) => gpus * batch < 3200)).toHaveLength(3); // on 4 GPUs with 400 images each
    expect([Math.min(...known.map(({ gpus }) => gpus)), Math.max(...known.map(({ gpus }) => gpus))]).toEqual([4, 64]);
  });

  it("a line's error and interval at 3,584 GPUs, and the model's", () => {
    const squares = known.map(({ batch, ms }) => ((line.fixed + line.image * batch) / ms - 1) ** 2);
    const deviation = Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / (known.length - 2));
    expect((200 * deviation).toFixed(1)).toBe("4.6");
    const { fitted } = series("H100-SXM-80GB");
    const fit = fitScale(fitted);
    const rows = truth.map((row) => {
      const { gpus, batch, ms } = asStep(row);
      const { seconds, low = 0, high = Infinity } = fit.predict(row.plan);
      return {
        gpus,
        ofLine: (line.fixed + line.image * batch) / ms - 1,
        ofModel: seconds / row.seconds - 1,
        low,
        high,
        row,
      };
    });
    const largest = rows.find(({ gpus }) => gpus === 3584)!;
    const before = rows.find(({ gpus }) => gpus === 2528)!;
    const percent = [largest.ofLine, largest.ofModel, before.ofLine, before.ofModel];
    expect(percent.map((each) => (100 * each).toFixed(1))).toEqual(["4.5", "-0.6", "1.2", "-3.9"]);
    expect(((line.fixed + line.image * 16) * (1 - 2 * deviation)).toFixed(2)).toBe("5.67"); // the interval's lower end
    const { batch, ms } = asStep(largest.row);
    expect([line.fixed + line.image * batch, ms].map((each) => each.toFixed(2))).toEqual(["5.94", "5.68"]);
    const stepsOfEpoch = 1_281_167 / (3584 * 16);
    expect(stepsOfEpoch.toFixed(1)).toBe("22.3");
    expect((100 * (23 / stepsOfEpoch - 1)).toFixed(0)).toBe("3"); // 23 steps were counted as 22.3
    expect(known.filter((step) => step.gpus === 8 && step.batch === 400).length).toBeGreaterThan(known.length / 2);
    for (const { ofLine, low, high, row } of rows) {
      expect(Math.abs(ofLine)).toBeLessThan(2 * deviation * (1 + ofLine)); // the line's interval is around its value
      expect(row.seconds).toBeGreaterThan(low);
      expect(row.seconds).toBeLessThan(high);
    }
    const { slowestSeconds } = fit.predict(largest.row.plan);
    expect((1000 * slowestSeconds).toFixed(1)).toBe("0.1");
    says("5.94 ms, and 5.68 ms were measured: the line is 4.5 % too long", "Its interval reaches down to 5.67 ms");
    says("by 22.3 steps", "up to 3 %", "costs 0.1 ms");
    for (const { ofLine, low, high, row } of rows) {
      const width = 4 * deviation * (1 + ofLine) * row.seconds;
      expect(width).toBeLessThan(high - low); // both hold, so the narrower one has the better score
    }
    const onSixteen = known.filter(({ gpus }) => gpus === 16).map(({ batch, ms }) => (line.fixed + line.image * batch) / ms - 1); // prettier-ignore
    expect(onSixteen).toHaveLength(3);
    const ends = [Math.max(...onSixteen), Math.min(...onSixteen)].map((each) => (-100 * each).toFixed(1));
    expect(ends).toEqual(["4.5", "8.5"]);
    says("too low for all three rows on 16 GPUs, by 4.5 to 8.5 %", "More than half of the rows");
    says("(1.2 % above it) than the model (3.9 % below)", "8 GPUs on two nodes with 408 images each");
    const { halfBatch, secondsPerImage } = fit.values;
    expect(((100 * halfBatch * secondsPerImage) / (largest.row.seconds * (1 + largest.ofModel))).toFixed(0)).toBe("47");
    expect(((100 * line.fixed) / (line.fixed + line.image * 16)).toFixed(0)).toBe("64");
    says("64 % of the step", "says 47 %");
  });

  it("where strong scaling ends", () => {
    expect([line.fixed.toFixed(1), (line.fixed + line.image * 16).toFixed(1)]).toEqual(["3.8", "5.9"]);
    const most = (batch: number, share: number) =>
      Math.floor(((line.fixed + line.image * batch) / share - line.image * batch) / line.fixed);
    expect(checkLargestEfficient(({ fixed, image }, batch, share) => Math.floor(((fixed + image * batch) / share - image * batch) / fixed)).share).toBe(1); // prettier-ignore
    expect([most(3200, 0.5), most(16 * 3584, 0.5), 16 * 3584]).toEqual([113, 1992, 57_344]);
    const meanOf = (gpus: number, batch: number) => {
      const those = known.filter((step) => step.gpus === gpus && step.batch === batch);
      return those.reduce((sum, { ms }) => sum + ms / those.length, 0);
    };
    expect((meanOf(8, 400) / meanOf(64, 50)).toFixed(1)).toBe("5.4");
    says("113 GPUs", "1,992 GPUs", "only 5.4 times as fast");
  });

  it("HPE's odd row", () => {
    const { fitted, predicted } = series("HPE XL675d A100-SXM-80GB");
    const steps = [...fitted, ...predicted].map(asStep);
    const rest = steps.filter(({ gpus }) => gpus !== 32);
    const odd = steps.find(({ gpus }) => gpus === 32)!;
    const { fixed, image } = lineOf(rest);
    expect((odd.ms / (fixed + image * odd.batch)).toFixed(2)).toBe("1.45");
    for (const { batch, ms } of rest) expect(Math.abs(ms / (fixed + image * batch) - 1)).toBeLessThan(0.02);
    const misfit = (hidden: number) => {
      const others = steps.filter(({ gpus }) => gpus !== hidden);
      const own = lineOf(others);
      return others.reduce((sum, { batch, ms }) => sum + ((own.fixed + own.image * batch) / ms - 1) ** 2, 0);
    };
    expect(misfit(32).toFixed(4)).toBe("0.0003");
    const ofOthers = rest.map(({ gpus }) => misfit(gpus));
    expect(Math.min(...ofOthers).toFixed(2)).toBe("0.06");
    // Predicted from all others, as in lesson 6, another row misses most.
    const missed = (hidden: ScaledStep) => {
      const own = lineOf(steps.filter((step) => step !== hidden));
      return Math.abs((own.fixed + own.image * hidden.batch) / hidden.ms - 1);
    };
    expect([...steps].sort((one, other) => missed(other) - missed(one))[0].gpus).toBe(64);
    expect(checkSuspect(() => 32).lines.join()).toContain("✓");
    says("1.45 times as long", "within 2 %");
    const ofAll = lineOf(steps);
    const errors = steps.map(({ gpus, batch, ms }) => ({
      gpus,
      percent: 100 * ((ofAll.fixed + ofAll.image * batch) / ms - 1),
    }));
    const good = errors.filter(({ gpus }) => gpus !== 32).map(({ percent }) => Math.round(percent));
    expect([Math.min(...good), Math.max(...good)]).toEqual([2, 7]);
    expect(errors.find(({ gpus }) => gpus === 32)?.percent.toFixed(0)).toBe("-27");
    says("is 2 to 7 % too long for the four good ones, and still 27 % too short for the odd one");
  });
});

it("Llama 3's run", () => {
  expect(llama3Run).toMatchObject({ gpus: 16_384, days: 54, unexpectedInterruptions: 419 });
  says("up to 16,384 GPUs", "In 54 days, Llama 3's training had 419 unexpected interruptions");
  const goodput = (by: number) => {
    const costs = { jobMtbfSeconds: llama3Mtbf().job, checkpointSeconds: 30 };
    return 100 * expectedGoodput({ ...costs, restartSeconds: 300, intervalSeconds: by * youngInterval(costs) });
  };
  const lost = [0.2, 0.5, 2, 5].map((by) => (goodput(1) - goodput(by)).toFixed(1));
  expect(lost).toEqual(["8.8", "1.5", "1.7", "10.5"]);
  expect(0.02 * 16_384).toBeGreaterThan(300);
  says("you lose less than 2 % of the time with half or twice the best interval", "about 10 %");
});

it("how fast MLPerf's H100 are, beside those of lesson 1", async () => {
  const fitted = mlperfSeries("H100-SXM-80GB", await publishedSteps()).fitted.map(asStep);
  const imagesPerSecond = fitted.filter(({ batch }) => batch >= 400).map(({ batch, ms }) => (1000 * batch) / ms);
  expect(mean(imagesPerSecond) / 7000).toBeCloseTo(1, 1);
  const multiplyAdds = roughMultiplyAdds("resnet50", 224)!;
  const teraflops = (mean(imagesPerSecond) * 3 * 2 * multiplyAdds) / 1e12;
  expect(Math.round(teraflops / 10) * 10).toBe(170);
  expect([170 / 33, 170 / 25].map((each) => each.toFixed(1))).toEqual(["5.2", "6.8"]);
  says("about 7,000 images a second", "about 170 TFLOP/s", "about six times as much");
  const { predicted } = mlperfSeries("H100-SXM-80GB", await publishedSteps());
  const few = predicted.map(asStep).filter(({ batch }) => batch === 16);
  expect(Math.round(mean(few.map(({ batch, ms }) => (1000 * batch) / ms)) / 100)).toBe(28);
  says("With 16 images in a step, one GPU trains only about 2,800 a second");
});
