import { mean, median, sampleStandardDeviation, sum } from "simple-statistics";
import { fitScale, type ScaleFit, type ScaleRow } from "../../experiment/scale";
import { standardErrors } from "../../experiment/statistics";
import { gradientBytes } from "../../measure";
import { parameterCount, roughMultiplyAdds } from "../../models/known";
import { epochSeconds } from "../../runs/epochs";
import type { RunRecord } from "../../runs/record";
import { counted } from "../../system/words";
import { linksOf, type PlanCluster } from "../cluster";
import type { Span } from "../forecast";
import { isPlain, ownNoise, ownSteps, secondsOfBatch } from "../own-runs";
import { halfBatchAt, OPERATIONS, ofSheet } from "../rates";
import { crowdingOf, crowdingOfRun, sharedMachine, slowdownOf, slowdownOfRun } from "../shared-cores";
import type { JobWork } from "./work";

/** What a job will take, in seconds from the start of its training to the end, with bounds that hold for 95 % of such jobs. */
export interface JobForecast extends Required<Span> {
  /** What it rests on, in one line. */
  from: string;
}

const LEVEL = 0.95;
/** A forward pass is a third of a step's work: see `trainingWork`. */
const FORWARD = 1 / 3;

/** A part of a job's time that past runs tell, with the standard error of a new run. */
interface Part {
  seconds: number;
  deviation: number;
  degreesOfFreedom: number;
}

/** Without runs, a training's start and its end take about this long, and may take twice as long or no time. */
const USUAL_START: Part = { seconds: 10, deviation: 10, degreesOfFreedom: 5 };
/** Two past runs may have been alike by chance: the start varies by this share at least. */
const LEAST_VARIATION = 0.1;

/**
 * Forecasts a job from the runs that jobs of this folder have made. Runs of the same network tell its step. Where there are none, runs
 * of other networks tell how many operations a second a device makes, and without these the cluster's file does.
 * @param runs Records of past jobs; those that did not complete in one go, or divided their network, are left out.
 * @param cluster Says how fast gradients travel, and, without runs, how fast devices compute.
 * @returns undefined where nothing is known of the network or of the device.
 */
export async function forecastJob(
  work: JobWork,
  runs: readonly RunRecord[],
  cluster: PlanCluster,
): Promise<JobForecast | undefined> {
  if (cluster.device !== work.device) return undefined;
  const past = runs.filter((run) => isPlain(run) && run.configuration.device === work.device);
  const rows = ownSteps(past, { ...work, name: work.model }, { cluster });
  const ofModel = past.filter(({ configuration }) => configuration.model.toLowerCase() === work.model);
  const parameters = ofModel.at(0)?.configuration.parameters ?? parameterCount(work.model, 10);
  const known = await fitOf(rows, work, { past, cluster });
  if (!known || parameters === undefined) return undefined;
  const { devicesPerNode, nodes, localBatch, epochs, syncEvery: accumulation, compression } = work;
  const devices = nodes * devicesPerNode;
  const shared = sharedMachine(past);
  const step = known.fit.predict({
    ...{ devices, devicesPerNode, localBatch, accumulation, links: linksOf(cluster) },
    ...{ gradientBytes: gradientBytes(parameters, compression), slowdown: slowdownOf(work, shared) },
  });
  const training = (epochs * work.images * step.seconds) / (localBatch * devices);
  const evaluation = (epochs * work.testImages * FORWARD * step.computeSeconds) / (localBatch * devices);
  const alike = ofModel.length > 0 ? ofModel : past;
  const crowding = crowdingOf(work, shared);
  const [once, gaps] = [outsideEpochs(alike), times(epochs - 1, betweenEpochs(alike))];
  const { standardError = 1, degreesOfFreedom = 1 } = step;
  const steps: Part = {
    seconds: training + evaluation,
    deviation: (training + evaluation) * standardError,
    degreesOfFreedom,
  };
  return { ...together([steps, times(crowding, once), times(crowding, gaps)]), from: known.from };
}

/** What is known of a step: from runs of the same network, else from runs of others, else from the cluster's file. */
async function fitOf(
  rows: readonly ScaleRow[],
  { model, imageSize, precision }: JobWork,
  { past, cluster }: { past: readonly RunRecord[]; cluster: PlanCluster },
): Promise<{ fit: ScaleFit; from: string } | undefined> {
  const rates = operationRates(past, precision);
  const { name, device, operationsPerSecond, coresPerDevice } = cluster;
  const ofFile = operationsPerSecond && operationsPerSecond / (device === "cpu" ? coresPerDevice : 1);
  const rate = rates.length > 0 ? median(rates) : ofFile;
  const multiplyAdds = roughMultiplyAdds(model, imageSize);
  const byRate = multiplyAdds !== undefined && rate !== undefined ? (OPERATIONS * multiplyAdds) / rate : undefined;
  const ofRows = Math.min(...rows.map(({ plan, seconds }) => seconds / plan.localBatch / (plan.slowdown ?? 1)));
  const perImage = rows.length > 0 ? ofRows : byRate;
  if (perImage === undefined) return undefined;
  const priors = {
    halfBatch: await halfBatchAt(perImage),
    ...(byRate === undefined ? {} : { secondsPerImage: ofSheet(byRate, name) }),
  };
  const of = rows.length > 0 ? `${counted(rows.length, "run")} of this network` : undefined;
  const ofOthers = rates.length > 0 ? `${counted(rates.length, "run")} of other networks` : `what ${name} should reach`;
  return { fit: fitScale(rows, { priors, noise: ownNoise }), from: of ?? ofOthers };
}

/** The operations a second of one core, or one GPU, in each run on one device whose network is known. */
function operationRates(past: readonly RunRecord[], precision: JobWork["precision"]): number[] {
  return past
    .filter(({ configuration }) => configuration.precision === precision && configuration.replicas === 1)
    .flatMap((run) => {
      const { model, imageSize = NaN, localBatchSize } = run.configuration;
      const multiplyAdds = roughMultiplyAdds(model.toLowerCase(), imageSize);
      return multiplyAdds
        ? [(OPERATIONS * multiplyAdds * localBatchSize * slowdownOfRun(run)) / secondsOfBatch(run)]
        : [];
    });
}

/** What a run took before its first step, for the first step's start-up, and after its end. */
function outsideEpochs(runs: readonly RunRecord[]): Part {
  if (runs.length === 0) return USUAL_START;
  return partOf(
    runs.map((run) => {
      const all = (Date.parse(run.endedAt ?? run.startedAt) - Date.parse(run.startedAt)) / 1000;
      const [first, ...later] = run.epochs.map((epoch) => epochSeconds(epoch));
      const usual = Math.min(first, mean(later));
      const tests = sum(run.epochs.map(({ validation }) => validation?.seconds ?? 0));
      return (all - usual - sum(later) - sum(gapsOf(run)) - tests) / crowdingOfRun(run);
    }),
  );
}

/** What a run took from each epoch to the next, besides the evaluation: the checkpoint, and the record. */
function betweenEpochs(runs: readonly RunRecord[]): Part {
  if (runs.length === 0) return { seconds: 0, deviation: 0, degreesOfFreedom: 1 };
  return partOf(runs.map((run) => mean(gapsOf(run)) / crowdingOfRun(run)));
}

const gapsOf = ({ epochs }: RunRecord): number[] =>
  epochs.slice(1).map(({ steps }, index) => {
    const before = epochs[index];
    return steps.start[0] - before.steps.end[before.steps.end.length - 1] - (before.validation?.seconds ?? 0);
  });

const times = (by: number, { seconds, deviation, degreesOfFreedom }: Part): Part => ({
  seconds: by * seconds,
  deviation: by * deviation,
  degreesOfFreedom,
});

/** A part of a new run, by the same part of past ones. */
function partOf(seconds: readonly number[]): Part {
  const centre = Math.max(0, mean([...seconds]));
  if (seconds.length === 1) return { seconds: centre, deviation: centre / 2, degreesOfFreedom: 5 };
  const own = sampleStandardDeviation([...seconds]) * Math.sqrt(1 + 1 / seconds.length);
  return { seconds: centre, deviation: Math.max(own, LEAST_VARIATION * centre), degreesOfFreedom: seconds.length - 1 };
}

/**
 * The sum of parts that vary independently, with its interval on the logarithm, so that it never reaches 0. Degrees of freedom:
 * F. Satterthwaite, An approximate distribution of estimates of variance components, Biometrics Bulletin 2 (6), 1946.
 */
function together(parts: readonly Part[]): Required<Span> {
  const seconds = sum(parts.map((part) => part.seconds));
  const variance = sum(parts.map(({ deviation }) => deviation ** 2));
  const degreesOfFreedom = variance ** 2 / sum(parts.map((part) => part.deviation ** 4 / part.degreesOfFreedom));
  const reach = (standardErrors(degreesOfFreedom, LEVEL) * Math.sqrt(variance)) / seconds;
  return { seconds, low: seconds / Math.exp(reach), high: seconds * Math.exp(reach) };
}
