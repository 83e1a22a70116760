import { mean, sum } from "simple-statistics";
import {
  averagesRuns,
  batchRuns,
  frameworkRuns,
  frameworksStudy,
  type FrameworkRun,
} from "../../../chapters/07-frameworks/frameworks";
import { meanInterval, standardErrors } from "../../../lib/experiment";
import { shortcutRows, shortcutRuns } from "../../../chapters/07-frameworks/shortcuts";
import { h100Steps } from "../../../chapters/07-frameworks/sizes";
import type { TimedStep } from "../../../chapters/07-frameworks/terms";
import type { LessonNumbers } from "../../../lib/notebooks/numbers";

export const given = {
  "2.13": "the version of Keras in which we saw it, as chapters/07-frameworks/programs/keras_fit.py says",
  "128": "the images that the lesson gives each device, and a batch of the workbook's runs",
  "2,048": "the batch of the H100 in datasets/published/h100-batches.csv",
  "4,096": "images a step that the lesson supposes",
  "512": "the images of the workbook's own runs, and the GPUs of a made-up statement",
};

// The tables may be measured again. Then the sentences that no longer hold are named one by one when notebooks are made.

export async function numbers(): Promise<LessonNumbers> {
  const [first, unequal] = [[2, 4, 6], [8]];
  return {
    study: { speedup: frameworksStudy.speedup, percent: (100 * frameworksStudy.speedup) / frameworksStudy.devices },
    errors: { at95: standardErrors(2, 0.95), at99: standardErrors(2, 0.99) },
    oneMisses: 100 * (1 - 0.95 ** 6),
    "the mean of means is wrong": mean([mean(first), mean(unequal)]) !== mean([...first, ...unequal]),
    "The two other rows are still right": [
      (sum(first) + sum(unequal)) / 4,
      mean([sum(first) / 2, sum(unequal) / 2]),
    ].every((each) => each === mean([...first, ...unequal])),
    updates: { of8: 512 / 8, of16: 512 / 16, of128: Math.ceil(50_000 / 128) },
    ...comparison(await frameworkRuns()),
    ...(await movingAverages()),
    ...(await largerBatches()),
    sizes: {
      updatesOf12: Math.ceil(50_000 / (12 * 128)),
      epochsOf12: 64_000 / Math.ceil(50_000 / (12 * 128)),
      updatesOf56: Math.ceil(50_000 / (56 * 128)),
    },
    h100: levelling(await h100Steps()),
    cifar: await shortcutsTaken(),
  };
}

/** What two numbers say of each of the H100's precisions. */
function levelling([tf32, float16]: { steps: TimedStep[] }[]): LessonNumbers {
  const line = ({ steps }: { steps: TimedStep[] }) => {
    const [one, other] = [steps[0], steps[steps.length - 1]];
    const perImage = (other.seconds - one.seconds) / (other.images - one.images);
    return { perImage, half: one.seconds / perImage - one.images };
  };
  const { perImage, half } = line(float16);
  const between = float16.steps.slice(1, -1).map(({ images, seconds }) => ((images + half) * perImage) / seconds - 1);
  return {
    ...{ halfTf32: Math.round(line(tf32).half), halfFloat16: Math.round(half) },
    off: 100 * Math.max(...between.map(Math.abs)),
  };
}

async function shortcutsTaken(): Promise<LessonNumbers> {
  const runs = await shortcutRuns();
  const rows = shortcutRows(runs);
  const usual = rows.find(({ shortcut }) => shortcut === "none")!["right (%)"] / 100;
  const error = (images: number) => 200 * Math.sqrt((usual * (1 - usual)) / images);
  const changeOf = (those: typeof rows, wanted: string) => {
    const row = those.find(({ shortcut }) => shortcut === wanted)!;
    return "from" in row
      ? { change: row["change (points)"], from: row.from, to: row.to }
      : { change: 0, from: 0, to: 0 };
  };
  const trained = shortcutRows(runs, "accuracy");
  const [large, small] = ["large batch", "small images"].map((each) => changeOf(rows, each));
  const updatesOfLarge = 6 * Math.floor(1500 / 64);
  return {
    ...{ usual: Math.round(100 * usual), images: 1500, error: error(750), errorOfAll: error(10_000) },
    ...{ largeLost: -large.change, smallLoss: -small.from, smallGain: small.to },
    ...{ updatesOfLarge, startLeft: 100 * 0.99 ** updatesOfLarge },
    "In training, both intervals contain 0": ["large batch", "small images"]
      .map((each) => changeOf(trained, each))
      .every(({ from, to }) => from < 0 && to > 0),
    "and the whole interval is below 0": large.to < 0,
    "With the smaller images, the interval contains 0": small.from < 0 && small.to > 0,
  };
}

const rate = ({ epochs: [, ...later] }: FrameworkRun): number =>
  sum(later.map(({ images }) => images)) / sum(later.map((epoch) => epoch.seconds));
/** The first epoch after which the replicates classify 90 % of the test images correctly, on the average. */
const reached = (runs: FrameworkRun[]): number =>
  1 + runs[0].epochs.findIndex((_, at) => mean(runs.map(({ epochs }) => epochs[at].testAccuracy)) >= 0.9);
const secondsTo = (runs: FrameworkRun[]): number[] =>
  runs.map(({ epochs }) => sum(epochs.slice(0, reached(runs)).map((epoch) => epoch.seconds)));

function comparison(runs: FrameworkRun[]): LessonNumbers {
  const ways = [...new Set(runs.map(({ framework }) => framework))];
  const replicates = (framework: string, processes: number) =>
    runs.filter((run) => run.framework === framework && run.processes === processes);
  const both = (way: string) => [1, 2].map((count) => replicates(way, count));
  const isComplete = ways.every((way) =>
    both(way).every((own) => own.map(({ replicate }) => replicate).join() === "1,2,3"),
  );
  const [ofOne, ofTwo] = [1, 2].map((count) =>
    [...new Set(ways.map((way) => reached(replicates(way, count))))].sort((a, b) => a - b),
  );
  const intervals = ways.map((way) => meanInterval(replicates(way, 1).map(rate), 0.95));
  const store = intervals[ways.indexOf("mxnet-kvstore")];
  const pairs = ways.map((way) => {
    const [one, two] = both(way);
    const [secondsOfOne, secondsOfTwo] = [secondsTo(one), secondsTo(two)];
    const gain = mean(secondsOfOne) / mean(secondsOfTwo);
    const { low, high } = meanInterval(secondsOfOne.map((each, at) => Math.log(each / secondsOfTwo[at])), 0.95); // prettier-ignore
    return { gain, throughput: (gain * reached(two)) / reached(one), containsOne: low <= 0 && high >= 0 };
  });
  const [ddp, ddpOnTwo] = both("pytorch-ddp").map((own) => mean(secondsTo(own)));
  const { epochs } = replicates("ours", 2)[0];
  return {
    'in this engine ("ours") and in five other ways': ways.length === 6,
    "Each way was run three times": isComplete,
    "with 8 images a step in each process": runs.every((run) => run.localBatch === 8 && run.epochs[0].images === 512),
    "All of these ways need equally many images": ofOne.length === 1 && ofOne[0] > 0,
    "It is below 1 for every way, because two processes need more images": ofTwo[0] > ofOne[0],
    own: {
      first: intervals.filter(({ high }) => intervals.every(({ low }) => low <= high)).length,
      ahead: intervals.filter(({ low }) => low > store.high).length,
      store: store.mean,
      storeInterval: [store.low, store.high],
      throughput: pairs.map(({ throughput }) => throughput),
      gains: pairs.map(({ gain }) => gain),
      containOne: pairs.filter(({ containsOne }) => containsOne).length,
      epochsOfOne: ofOne[0],
      epochsOfTwo: ofTwo.join(" or "),
    },
    ddp: { one: ddp, two: ddpOnTwo },
    "though the interval of this gain contains 1": pairs[ways.indexOf("pytorch-ddp")].containsOne && ddpOnTwo > ddp,
    "After three epochs, the network classifies more than 90 % of its training images correctly. In the test, it is no better than a guess":
      epochs[2].accuracy > 0.9 && epochs[2].testAccuracy < 0.15,
    "Later it gets nearly all test images right": epochs[epochs.length - 1].testAccuracy > 0.95,
  };
}

/** With another momentum, only the test differs. */
async function movingAverages(): Promise<LessonNumbers> {
  const runs = await averagesRuns();
  const [slow, fast] = [0.99, 0.9].map((momentum) => runs.filter((run) => run.momentum === momentum));
  const seedsOf = (some: typeof runs) => some.map(({ seed }) => seed).join();
  const accuracies = [slow, fast].map((some) => JSON.stringify(some.map(({ accuracy }) => accuracy)));
  return {
    "three runs with a momentum of 0.99, and three with 0.9": [slow, fast].every((some) => seedsOf(some) === "1,2,3"),
    "The columns of the training are equal, number for number": accuracies[0] === accuracies[1],
    "the test accuracy follows the training closely from the third epoch on": fast.every(({ accuracy, testAccuracy }) =>
      testAccuracy.every((tested, at) => at < 2 || accuracy[at] - tested < 0.1),
    ),
    "the moving averages cause the delay": slow.every(({ testAccuracy }) => testAccuracy[2] < 0.2),
  };
}

async function largerBatches(): Promise<LessonNumbers> {
  const runs = await batchRuns();
  const updates = (batch: number, learningRate = (0.1 * batch) / 128): number[] =>
    runs
      .filter((run) => run.batch === batch && run.learningRate === learningRate)
      .map(({ accuracy }) => ((1 + accuracy.findIndex((share) => share >= 0.9)) * 512) / batch);
  const [of8, of32, of128, of256] = [8, 32, 128, 256].map((batch) => updates(batch));
  const images = (batch: number) => (batch * mean(updates(batch))) / (8 * mean(of8));
  const inAll = (holds: (replicate: number) => boolean): boolean => [0, 1, 2].every(holds);
  return {
    images: { of32: images(32), of128: images(128) },
    "about a third of the updates": Math.abs(mean(of32) / mean(of8) - 1 / 3) < 0.05,
    "With 128 images, it needs fewer updates still, but more images in each of the three replicates":
      mean(of128) < mean(of32) && inAll((at) => 128 * of128[at] > 8 * of8[at]),
    "With 256 images, no replicate needs fewer updates than the one with the same seed and 128 images": inAll(
      (at) => of256[at] >= of128[at],
    ),
    "more images than with the rate in proportion, in each of the three replicates": inAll(
      (at) => updates(128, 0.00625)[at] > of128[at],
    ),
    "From 16 devices to 32, the throughput doubles, but the training gets no faster": mean(of256) >= mean(of128),
    "with 256 images, it has two steps": runs.every(
      ({ batch, updatesPerEpoch }) => batch !== 256 || updatesPerEpoch === 2,
    ),
  };
}
