import * as oneDevice from "../../chapters/01-one-device";
import * as mirrored from "../../chapters/02-mirrored";
import * as deeperModel from "../../chapters/03-deeper-model";
import * as manyNodes from "../../chapters/04-many-nodes";
import * as experiments from "../../chapters/05-experiments";
import * as prediction from "../../chapters/06-prediction";
import * as frameworks from "../../chapters/07-frameworks";
import * as memoryChapter from "../../chapters/08-memory";
import * as modelParallel from "../../chapters/09-model-parallel";
import * as thousandNodes from "../../chapters/10-thousand-nodes";
import { differences } from "../../chapters/05-experiments/differences";
import { compareIntervals, fitTimeModel } from "../../lib/experiment/statistics";
import { goodputByInterval, intervalsAround } from "../../chapters/10-thousand-nodes/goodput-by-interval";
import { bestCheckpointInterval, simulateTraining } from "../../lib/failures";
import { nodesTimeline } from "../../chapters/04-many-nodes/nodes-timeline";
import { epochsByNodes } from "../../lib/measure";
import { accuracyCurve } from "../../lib/measure/accuracy";
import { choose } from "../../lib/plan/choice";
import type { Figure, Sketch } from "../../lib/plots";
import * as shared from "../../lib/plots";
import { timeTasks } from "../../chapters/09-model-parallel/time-tasks";
import { oneForwardOneBackward } from "../../lib/sharding";
import { modelled, observed } from "./observed";
import { exampleNodesRun } from "../../lib/runs";
import { all } from "./plans";
import { deep, small } from "./studies";

/** What draws figures, of lib/plots and of all chapters. */
export const plots = {
  ...shared,
  ...oneDevice,
  ...mirrored,
  ...deeperModel,
  ...manyNodes,
  ...experiments,
  ...prediction,
  ...frameworks,
  ...memoryChapter,
  ...modelParallel,
  ...thousandNodes,
};

const noise = new Uint8Array(12 * 8 * 8 * 3).map((_, at) => (at * 31) % 256);
export const memory = {
  imageSize: 64,
  modelBytes: { parameters: 1e8, gradients: 1e8, "optimizer state": 2e8 },
  bytesPerImage: 3e7,
  batchSizes: [16, 256, 512, 1024],
  limitBytes: 16e9,
};

const ways = (sending: number) =>
  [0, 1, 2, 3].flatMap((level) =>
    [false, true].map((checkpoints) => ({
      name: `${level}${checkpoints ? "c" : ""}`,
      bytes: (checkpoints ? 12e9 : 60e9) + [24e9, 16.5e9, 12e9, 6e9][level],
      seconds: Math.max(checkpoints ? 0.53 : 0.4, sending * [2, 3, 2, 3][level]),
      checkpoints,
    })),
  );
const pipeline = { devices: 2, stages: 4, microbatches: 2 };
const tasks = timeTasks(oneForwardOneBackward(pipeline), pipeline, { forward: 1, backward: 2 });
const failing = { nodes: 64, nodeMtbfSeconds: 64 * 7200, checkpointSeconds: 60, restartSeconds: 300 };
const best = bestCheckpointInterval(failing);
/** Two frameworks on one process and on two; a third reaches no accuracy. */
export const trained = [
  { name: "ours", processes: 1, imagesPerSecond: 250, imagesNeeded: 2560, secondsToAccuracy: 11 },
  { name: "other", processes: 1, imagesPerSecond: 200, imagesNeeded: 2560, secondsToAccuracy: 18 },
  { name: "ours", processes: 2, imagesPerSecond: 480, imagesNeeded: 4096, secondsToAccuracy: 9 },
  { name: "other", processes: 2, imagesPerSecond: 390, imagesNeeded: 4608, secondsToAccuracy: 17 },
  { name: "slow", processes: 1, imagesPerSecond: 90, imagesNeeded: Infinity, secondsToAccuracy: Infinity },
];
export const batches = [
  { rule: "in proportion", batch: 8, updates: [192, 192] },
  { rule: "in proportion", batch: 128, updates: [20, Infinity, 44] },
  { rule: "constant", batch: 128, updates: [48] },
  { rule: "constant", batch: 256, updates: [] },
];

const cube = { data: 2, stage: 2, tensor: 2 };

export const runs = [32, 64, 100].flatMap((batch, at) =>
  [1, 2, 3].flatMap((nodes) => {
    const seconds = modelled({ batch, nodes });
    return observed({ batch, nodes }, [seconds, 1.01 * seconds], 100 * at + 10 * nodes);
  }),
);
const [{ levels, run }] = runs;
export const timeModels = { linear: fitTimeModel(runs, "linear"), quadratic: fitTimeModel(runs, "quadratic") };
const validated = {
  ...run,
  epochs: run.epochs.map((epoch, at) => ({ ...epoch, validation: { loss: 1, accuracy: 0.2 * (at + 1), seconds: 1 } })),
};

/** One of each figure, on small data. */
export const figures = {
  activations: plots.activationsFigure(
    [
      { tokens: 64, bytes: 23e6 },
      { tokens: 128, bytes: 50e6 },
    ],
    (tokens) => ({ byToken: 3e5 * tokens, byPair: 500 * tokens ** 2 }),
  ),
  chain: plots.chainFigure("A chain of 4 layers", [
    ["everything kept", { seconds: [0, 0.001, 0.002, 0.003], bytes: [1e6, 2e6, 3e6, 0] }],
    ["with gates", { seconds: [0, 0.002, 0.004], bytes: [1e6, 2e6, 0] }],
  ]),
  heldInputs: plots.heldInputsFigure(4, [
    { segment: 1, held: [1, 2, 3, 4, 3, 2, 1, 0] },
    { segment: 2, held: [1, 1, 2, 2, 3, 2, 1, 2, 1, 0] },
  ]),
  states: plots.statesFigure({ weights: 30e6, moments: 60e6, gradients: 30e6 }, { atRest: 90e6, peak: 125e6 }),
  memoryPrice: plots.memoryPriceFigure("Four devices", [{ link: "slow", ways: ways(36) }, { link: "fast", ways: ways(0.01) }], 80e9), // prettier-ignore
  zero: plots.zeroFigure("Four devices", [
    { name: "level 0", measured: { atRest: 38e6, peak: 60e6 }, counted: { atRest: 38e6, peak: 51e6 } },
    { name: "level 3", measured: { atRest: 9.5e6, peak: 20e6 } },
  ]),
  studyMeans: plots.studyMeansFigure(runs, { x: "nodes", columns: "batch" }),
  studyMeansByBatch: plots.studyMeansFigure(runs, { x: "batch" }),
  accuracyTime: plots.accuracyTimeFigure(trained, 0.9, "made up"),
  accuracyTimeOfOne: plots.accuracyTimeFigure(trained.slice(0, 2), 0.9),
  batchNeed: plots.batchNeedFigure(batches, 0.9, "made up"),
  frameworkThroughput: plots.frameworkThroughputFigure(
    trained.map(({ imagesPerSecond: mean, ...way }) => ({ ...way, mean, low: mean - 150, high: mean + 150 })),
    "made up",
  ),
  gain: plots.gainFigure("a framework", 10.11, 12),
  gains: plots.gainsFigure([{ contender: "ours", throughput: 1.7, learning: 0.6, toAccuracy: 1, from: 0.8, to: 1.3 }]),
  levelling: plots.levellingFigure([
    {
      name: "a core",
      steps: [1, 8, 32].map((images) => ({ images, seconds: (images + 2) / 160 })),
      plateau: 160,
      half: 2,
    },
    { name: "a GPU", steps: [{ images: 256, seconds: 0.03 }], plateau: 17_000, half: 220 },
  ]),
  devices: plots.devicesFigure(
    [1, 4, 16].map((devices) => ({ devices, toAccuracy: Math.sqrt(devices) })),
    "made up",
  ),
  acceleration: plots.accelerationFigure([
    { where: "published", cpuImagesPerSecond: 50_000 / 215, gpuImagesPerSecond: 50_000 / 14 },
    { where: "here", cpuImagesPerSecond: 23 },
  ]),
  cost: plots.costFigure([small, deep]),
  costOfOne: plots.costFigure([small]),
  efficiency: plots.efficiencyFigure([small, deep]),
  epochTimeByDevices: plots.epochTimeByDevicesFigure([small, deep]),
  speedup: plots.speedupFigure([small, deep]),
  startUp: plots.startUpFigure([small]),
  throughputByDevices: plots.throughputByDevicesFigure([small, deep], { per: "device" }),
  classes: plots.classesFigure({
    ...{ name: "synthetic", classes: ["cat", "dog"] },
    train: { images: noise, labels: new Uint8Array([0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1]), shape: [8, 8, 3] },
  }),
  epochTime: plots.epochTimeFigure([
    { run: "a", seconds: [60, 50, 54] },
    { run: "one epoch only", seconds: [40] },
  ]),
  allReduceWays: plots.allReduceWaysFigure(
    [2, 4, 8].flatMap((processes) => [
      { name: "star", processes, seconds: 0.16 * (processes - 1) },
      { name: "ring", processes, seconds: (0.16 * (processes - 1)) / processes },
    ]),
    "Adding up 8 MB each",
  ),
  messageSizes: plots.messageSizesFigure(
    [0.001, 0.1, 8].flatMap((megabytes) => [
      { name: "ring", megabytes, seconds: 0.003 + 0.018 * megabytes },
      { name: "tree", megabytes, seconds: 0.001 + 0.06 * megabytes },
    ]),
    "An all-reduce by the size of its arrays",
  ),
  inputWait: plots.inputWaitFigure([{ run: "a", waitSeconds: 1, totalSeconds: 4 }]),
  memory: plots.memoryFigure({
    ...memory,
    largestBatch: 520,
    measured: [16, 32, 64].map((batchSize) => ({ batchSize, bytes: 5e8 + 3e7 * batchSize })),
  }),
  roofline: plots.rooflineFigure(
    [
      { name: "CPU", operationsPerSecond: 1e11, bytesPerSecond: 2e10 },
      { name: "GPU", operationsPerSecond: 6e13, bytesPerSecond: 3e12 },
    ],
    [{ name: "a training", operationsPerByte: 100, operationsPerSecond: 8e10, roof: 0 }],
  ),
  schedule: plots.scheduleFigure([
    { name: "planned", devices: 2, tasks },
    { name: "measured", devices: 2, tasks, measured: true },
  ]),
  held: plots.heldFigure([
    { name: "GPipe", microbatches: [4, 4], bytes: [4e6, 4e6] },
    { name: "1F1B", microbatches: [2, 1], bytes: [2e6, 1e6] },
  ]),
  bubble: plots.bubbleFigure([{ name: "2 stages", microbatches: [1, 2, 4], idle: [0.5, 0.33, 0.2] }]),
  checkpointInterval: plots.checkpointIntervalFigure(
    goodputByInterval({ ...failing, elapsedSeconds: 30 * 86_400 }, intervalsAround(best.seconds), { seeds: 30 }),
    { marks: best, note: "64 nodes; a failure every 2 h; checkpoints of 60 s, restarts of 300 s" },
  ),
  failuresTimeline: plots.failuresTimelineFigure(
    simulateTraining(
      { ...failing, intervalSeconds: best.seconds, spares: 1, repairSeconds: 4 * 3600, workSeconds: 20 * 3600 },
      { seed: 2, timeline: true },
    ),
  ),
  scaleErrors: plots.scaleErrorsFigure(
    ["line", "model", "you"].map((name, at) => ({
      name,
      points: [
        { devices: 512, value: 9.1 + 0.1 * at, low: 8.6, high: 9.6 },
        { devices: 3584, value: 5.9, low: 5.2, high: 6.5 },
      ],
    })),
    [
      { devices: 512, ms: 9.08 },
      { devices: 3584, ms: 5.68 },
    ],
    "published",
  ),
  perDevice: plots.perDeviceFigure(
    [
      { group: "up to 64 GPUs", batch: 400, imagesPerSecond: 7050 },
      { group: "up to 64 GPUs", batch: 50, imagesPerSecond: 4900 },
      { group: "512 GPUs and more", batch: 16, imagesPerSecond: 2810 },
    ],
    { name: "your line", imagesPerSecond: (batch) => (1000 * batch) / (3.8 + 0.13 * batch) },
  ),
  slowest: plots.slowestFigure(
    ["drawn from your steps", "normal distribution with their spread"].map((name, at) => ({
      name,
      points: [1, 2, 16, 1024].map((processes) => ({ processes, more: 0.02 * (at + 1) * Math.log2(processes) })),
    })),
  ),
  meshSearch: plots.meshSearchFigure(
    [
      { mesh: cube, seconds: 2, bytes: 1e9 },
      { mesh: { data: 4, stage: 2, tensor: 1 }, seconds: 1, bytes: 2e9 },
    ],
    { memoryBytes: 1e9 },
  ),
  meshSeconds: plots.meshSecondsFigure([
    { name: "2 x 2 x 2", compute: 3, tensor: 1, bubble: 1, stage: 0.1, data: 0.5 },
  ]),
  utilisation: plots.utilisationFigure({ at: [1, 1.5, 2], utilisation: [0, 90, 95], epochStarts: [1.2, 1.8] }),
  stepTime: plots.stepTimeFigure([{ run: "a", seconds: [4, 0.7, 0.6, 0.8, 0.6, 0.6], stepsPerEpoch: 3 }]),
  means: plots.meansFigure(runs, { by: "nodes", outOfMemory: [{ levels: { ...levels, batch: 200 } }] }),
  interaction: plots.interactionFigure(runs, "nodes", "batch"),
  intervals: plots.intervalsFigure(compareIntervals(runs)),
  differences: plots.differencesFigure(differences(runs, "nodes", [1, 2])),
  runOrder: plots.runOrderFigure(runs),
  timeModels: plots.timeModelsFigure(runs, timeModels),
  timeSurface: plots.timeSurfaceFigure(runs, timeModels),
  predicted: plots.predictedFigure([{ levels, measured: 10, predicted: 11, low: 9, high: 12 }]),
  residuals: plots.residualsFigure(timeModels),
  timeToAccuracy: plots.timeToAccuracyFigure([{ name: "sync", curve: accuracyCurve(validated) }], {
    target: 0.5,
    chance: 0.1,
  }),
  epochTimeByNodes: plots.epochTimeByNodesFigure(epochsByNodes([exampleNodesRun({ nodes: 2 })])),
  nodesTimeline: plots.nodesTimelineFigure([
    { name: "sync", timeline: nodesTimeline({ compute: [1, 2], allReduce: 3, steps: 4, syncEvery: 1 }) },
  ]),
  nodesSteps: plots.nodesStepsFigure([
    { name: "A", syncEvery: 2, nodes: [1, 2].map((node) => ({ wait: [1, 0, 0], seconds: [node, 2, 5] })) },
  ]),
  allReduceTime: plots.allReduceTimeFigure([{ name: "ResNet50", nodes: 2, bytes: 100e6, seconds: 2 }], {
    bytesPerSecond: 100e6,
    name: "1 Gb/s",
  }),
  lossByImages: plots.lossByImagesFigure([{ name: "sync", run: exampleNodesRun({ nodes: 2 }) }]),
  idealAndExtra: plots.idealAndExtraFigure([{ name: "ResNet50V2", oneDeviceSeconds: 13.6, seconds: 5.4 }], 4),
  frontier: plots.frontierFigure(choose(all), "EUR"),
  timeline: plots.timelineFigure({
    ...{ step: 4, seconds: 0.2, collectives: "all-reduce" },
    devices: [
      {
        device: "CPU:0",
        ...{ compute: [{ start: 0, end: 0.1 }], communication: [{ start: 0.08, end: 0.12 }] },
        ...{ input: [{ start: 0.15, end: 0.16 }], idle: [{ start: 0.16, end: 0.2 }] },
      },
    ],
  }),
} satisfies Record<string, Figure>;

/** One of each drawing. */
export const sketches = {
  mirroredStep: plots.mirroredStepFigure({ devices: 4 }),
  parallelisms: plots.parallelismsFigure(),
  cutLayer: plots.cutLayerFigure(),
  mesh: plots.meshFigure(cube, { gpusPerNode: 4 }),
} satisfies Record<string, Sketch>;
