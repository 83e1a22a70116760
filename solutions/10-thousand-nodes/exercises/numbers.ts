import { mean, sum } from "simple-statistics";
import {
  impliedGrid,
  publishedEmissions,
  publishedGrids,
  WATTS_OF_CORE,
} from "../../../chapters/10-thousand-nodes/energy";
import { llama3Mtbf, llama3Run } from "../../../chapters/10-thousand-nodes/llama3";
import { fitScale, mlperfSeries, type MlperfRow } from "../../../lib/experiment/scale";
import { expectedGoodput, youngInterval } from "../../../lib/failures/closed-forms";
import { roughMultiplyAdds } from "../../../lib/models/known";
import { isBetween, type LessonNumbers } from "../../../lib/notebooks/numbers";
import { publishedSteps } from "../../../lib/runs";
import { relativeLine, type ScaledStep, type StepLine } from "./scale";

const exampleRun = "the writer's own run on 2 cores, in a sample conclusion";
export const given = {
  ...{ "45.0": exampleRun, "46.1": exampleRun },
  "408": "the images of one kind of step, in the table that chapters/10-thousand-nodes/scaled-steps.ts makes",
  "128": "the most GPUs of HPE's rows, in the table",
  "640": "the images of an epoch in programs/energy.mts",
};

export async function numbers(): Promise<LessonNumbers> {
  const steps = await publishedSteps();
  const { fitted, predicted } = mlperfSeries("H100-SXM-80GB", steps);
  const line = relativeLine(fitted.map(asStep));
  const odd = mlperfSeries("HPE XL675d A100-SXM-80GB", steps);
  return {
    ...known(fitted.map(asStep)),
    ...predictions(fitted, predicted, line),
    ...strongScaling(fitted.map(asStep), line),
    ...oddRow([...odd.fitted, ...odd.predicted].map(asStep)),
    ...failures(),
    ...speed(fitted.map(asStep), predicted.map(asStep)),
    ...(await grids()),
  };
}

const EPOCH_IMAGES = 1_281_167; // ImageNet's

const asStep = ({ plan, seconds }: MlperfRow): ScaledStep => ({
  gpus: plan.devices,
  batch: plan.localBatch,
  ms: 1000 * seconds,
});
const timeOf = ({ fixed, image }: StepLine, batch: number): number => fixed + image * batch;
/** By how many percent of the measured time a line is too long. */
const errorOf = (line: StepLine, { batch, ms }: ScaledStep): number => 100 * (timeOf(line, batch) / ms - 1);

function known(steps: readonly ScaledStep[]): LessonNumbers {
  const gpus = steps.map((step) => step.gpus);
  const times = steps.map(({ ms }) => ms);
  const batches = steps.map((step) => step.gpus * step.batch);
  return {
    known: { least: Math.min(...gpus), most: Math.max(...gpus) },
    // All but three rows, on 4 GPUs with 400 images each.
    "Nearly all of these steps have 3,200 images or a few more in total":
      batches.filter((batch) => batch < 3200).length === 3 && Math.max(...batches) < 3300,
    fastest: Math.min(...times),
    slowest: Math.max(...times),
    mostImages: Math.max(...steps.map(({ batch }) => batch)),
    "More than half of the rows are one configuration, 8 GPUs with 400 images each":
      steps.filter((step) => step.gpus === 8 && step.batch === 400).length > steps.length / 2,
  };
}

/** The line and the workbook's model on more GPUs than they have seen. */
function predictions(fitted: MlperfRow[], predicted: MlperfRow[], line: StepLine): LessonNumbers {
  const steps = fitted.map(asStep);
  const deviation = Math.sqrt(sum(steps.map((step) => errorOf(line, step) ** 2)) / (steps.length - 2)) / 100;
  const fit = fitScale(fitted);
  const rows = predicted.map((row) => {
    const step = asStep(row);
    const { seconds, low, high, slowestSeconds } = fit.predict(row.plan);
    const reach = 2 * deviation * timeOf(line, step.batch);
    return {
      ...{
        ...step,
        ofLine: errorOf(line, step),
        ofModel: 100 * (seconds / row.seconds - 1),
        slowest: 1000 * slowestSeconds,
      },
      byModel: 1000 * seconds,
      holds: Math.abs(timeOf(line, step.batch) - step.ms) < reach && isBetween(low!, row.seconds, high!),
      isNarrower: 2 * reach < 1000 * (high! - low!),
    };
  });
  const [largest, before] = [3584, 2528].map((gpus) => rows.find((row) => row.gpus === gpus)!);
  const perEpoch = EPOCH_IMAGES / (largest.gpus * largest.batch);
  const onSixteen = steps.filter(({ gpus }) => gpus === 16).map((step) => -errorOf(line, step));
  const { halfBatch, secondsPerImage } = fit.values;
  const lowest = timeOf(line, largest.batch) * (1 - 2 * deviation);
  const shorter = largest.ms * (perEpoch / Math.ceil(perEpoch));
  return {
    line: {
      ...{ predicted: timeOf(line, largest.batch), measured: largest.ms, error: largest.ofLine },
      low: lowest,
      inside: 100 * (1 - lowest / largest.ms),
      shorter,
      ...{ before: before.ofLine, fixed: line.fixed, share: (100 * line.fixed) / timeOf(line, largest.batch) },
    },
    model: {
      ...{ below: -largest.ofModel, before: -before.ofModel, slowest: largest.slowest },
      share: (1e5 * halfBatch * secondsPerImage) / largest.byModel,
    },
    perEpoch,
    mayBeWrong: 100 * (Math.ceil(perEpoch) / perEpoch - 1),
    largestBatch: largest.gpus * largest.batch,
    epochImages: EPOCH_IMAGES,
    "All eight intervals contain the table's number": rows.length === 4 && rows.every(({ holds }) => holds),
    "the line's interval misses it": shorter < lowest,
    "also takes longer than the line says": steps.some((step) => step.batch === 408 && errorOf(line, step) < 0),
    // Both hold, so the narrower one has the better score.
    "the line's are narrower, so the line has the better scores": rows.every(({ isNarrower }) => isNarrower),
    "The line is too low for all three rows on 16 GPUs": onSixteen.length === 3,
    tooLow: onSixteen,
  };
}

function strongScaling(steps: readonly ScaledStep[], line: StepLine): LessonNumbers {
  const most = (batch: number) => Math.floor((timeOf(line, batch) / 0.5 - line.image * batch) / line.fixed);
  const meanOf = (gpus: number, batch: number) =>
    mean(steps.filter((step) => step.gpus === gpus && step.batch === batch).map(({ ms }) => ms));
  return {
    strong: { few: most(3200), many: most(16 * 3584), times: meanOf(8, 400) / meanOf(64, 50) },
  };
}

/** HPE's five rows, of which one is odd. */
function oddRow(steps: readonly ScaledStep[]): LessonNumbers {
  const without = (hidden: ScaledStep) => steps.filter((step) => step !== hidden);
  const odd = steps.find(({ gpus }) => gpus === 32)!;
  const rest = without(odd);
  const line = relativeLine(rest);
  const misfit = (hidden: ScaledStep) =>
    sum(without(hidden).map((step) => (errorOf(relativeLine(without(hidden)), step) / 100) ** 2));
  const ofAll = relativeLine(steps);
  // Predicted from all others, as in lesson 6, another row misses most.
  const missed = (hidden: ScaledStep) => Math.abs(errorOf(relativeLine(without(hidden)), hidden));
  const worst = [...steps].sort((one, other) => missed(other) - missed(one))[0];
  return {
    odd: { misfit: misfit(odd), others: Math.min(...rest.map(misfit)), times: odd.ms / timeOf(line, odd.batch) },
    "these four agree with their line to within 2 %": rest.every((step) => Math.abs(errorOf(line, step)) < 2),
    ofAll: { good: rest.map((step) => errorOf(ofAll, step)), odd: -errorOf(ofAll, odd) },
    "Here the result depends on how you count": worst.gpus === 64,
  };
}

function failures(): LessonNumbers {
  const costs = { jobMtbfSeconds: llama3Mtbf().job, checkpointSeconds: 30 };
  const goodput = (by: number) =>
    100 * expectedGoodput({ ...costs, restartSeconds: 300, intervalSeconds: by * youngInterval(costs) });
  const lost = (by: number) => goodput(1) - goodput(by);
  return {
    llama: { gpus: llama3Run.gpus, days: llama3Run.days, interruptions: llama3Run.unexpectedInterruptions },
    "you lose less than 2 % of the time with half or twice the best interval": Math.max(lost(0.5), lost(2)) < 2,
    "about 10 % with a fifth of it or five times it": [lost(0.2), lost(5)].every((each) => isBetween(8.5, each, 11)),
    "are more than 300 GPUs": 0.02 * llama3Run.gpus > 300,
  };
}

/** The grids that Meta's emissions imply, among those of the table. */
async function grids(): Promise<LessonNumbers> {
  const emissions = await publishedEmissions();
  const implied = emissions.map(impliedGrid);
  const of = new Map((await publishedGrids()).map(({ place, gramsPerKilowattHour }) => [place, gramsPerKilowattHour]));
  const all = [...of.values()];
  return {
    grid: implied.map(Math.round),
    emissions: { hours: emissions[emissions.length - 1].gpuHours / 1e6 },
    core: WATTS_OF_CORE,
    "between Germany's and the world's": implied.every((each) =>
      isBetween(of.get("Germany")!, each, of.get("the world")!),
    ),
    "more than twenty times as much CO2": Math.max(...all) / Math.min(...all) > 20,
  };
}

/** How fast MLPerf's H100 are, beside those of lesson 1. */
function speed(known: readonly ScaledStep[], predicted: readonly ScaledStep[]): LessonNumbers {
  const rate = (steps: readonly ScaledStep[]) => mean(steps.map(({ batch, ms }) => (1000 * batch) / ms));
  const many = rate(known.filter(({ batch }) => batch >= 400));
  const teraflops = (many * 3 * 2 * roughMultiplyAdds("resnet50", 224)!) / 1e12;
  return {
    speed: { images: many, teraflops, few: rate(predicted.filter(({ batch }) => batch === 16)) },
    "about six times as much": isBetween(5, teraflops / 33, 6) && isBetween(6, teraflops / 25, 7),
  };
}
