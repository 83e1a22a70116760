import {
  checkDeeperProgram,
  checkOwnNetworks,
  checkOwnNodes,
  checkOwnOneDevice,
  checkOwnScaling,
  type NetworksResults,
  type NodesResults,
  type OneDeviceResults,
  type ScalingResults,
} from "../../../lib/checks";
import { exercise } from "../exercise";
import {
  handedIn,
  mean,
  mirroredRuns,
  networksRuns,
  nodesRuns,
  oneDeviceRuns,
  ownDeeperRuns,
  rate,
  seconds,
  steady,
  steadyWithWait,
  type Handed,
} from "../measured/lessons";

// What would be right by some records, of this student or of another one.

export function oneDeviceAnswer(runs: Handed = oneDeviceRuns()): OneDeviceResults {
  const [baseline, fullSize] = [...runs.values()];
  return {
    epochSeconds: steady(baseline),
    startUpSeconds: seconds(baseline.epochs[0]) - steady(baseline),
    imagesPerSecond: rate(baseline),
    timesAsLong: rate(baseline) / rate(fullSize),
  };
}

const devices = (runs: Handed, count: number, batch: number) =>
  runs.get(`results/${count}-devices-batch-${batch}.json`)!;

export function scalingAnswer(
  runs: Handed = mirroredRuns(),
  epochOf = steady,
  most = 4,
  perDevice = 16,
): ScalingResults {
  const largest = epochOf(devices(runs, most, most * perDevice));
  const weakSpeedup = epochOf(devices(runs, 1, perDevice)) / largest;
  return {
    weakSpeedup,
    weakEfficiency: weakSpeedup / most,
    strongSpeedup: epochOf(devices(runs, 1, most * perDevice)) / largest,
  };
}

const network = (runs: Handed, depth: number, count: number) =>
  steady(runs.get(`results/resnet${depth}v2-${count}.json`)!);

export function networksAnswer(runs: Handed = networksRuns()): NetworksResults {
  return {
    timesAsLong: network(runs, 152, 1) / network(runs, 50, 1),
    shallowSpeedup: network(runs, 50, 1) / network(runs, 50, 4),
    deepSpeedup: network(runs, 152, 1) / network(runs, 152, 4),
  };
}

export function nodesAnswer(runs: Handed = nodesRuns(), nodes = 2): NodesResults {
  const [sync, accumulate] = [1, 4].map((every) => runs.get(`results/resnet50-${nodes}x4-every-${every}.json`)!);
  const between = accumulate.epochs
    .slice(1)
    .flatMap(({ steps: { start, end } }) =>
      end.map((time, step) => time - start[step]).filter((_, step) => (step + 1) % 4 !== 0),
    );
  between.sort((a, b) => a - b);
  const computeSeconds = (between[between.length / 2 - 1] + between[between.length / 2]) / 2;
  return {
    timesAsFast: steadyWithWait(sync) / steadyWithWait(accumulate),
    computeSeconds,
    notComputing: 1 - (8 * computeSeconds) / steadyWithWait(sync),
  };
}

const scaling = (changed: Partial<ScalingResults>) => () => ({ ...scalingAnswer(), ...changed });
const networks = (changed: Partial<NetworksResults>) => () => ({ ...networksAnswer(), ...changed });

export const exercises = [
  exercise<() => OneDeviceResults>({
    what: "what was measured on one device",
    cell: "01-one-device/test-own-results",
    ownRecords: handedIn(oneDeviceRuns()),
    check: (answer) => checkOwnOneDevice(answer, handedIn(oneDeviceRuns())("results/*.json")),
    right: [
      () => oneDeviceAnswer(),
      () => {
        const { epochs } = oneDeviceRuns().get("results/baseline.json")!;
        return { ...oneDeviceAnswer(), imagesPerSecond: mean(epochs.slice(1).map((epoch) => 656 / seconds(epoch))) };
      },
    ],
    wrong: [
      {
        what: "the mean of all epochs",
        answer: () => {
          const { epochs } = oneDeviceRuns().get("results/baseline.json")!;
          return { ...oneDeviceAnswer(), epochSeconds: mean(epochs.map(seconds)) };
        },
        says: /do not come again/,
      },
      { what: "somebody else's numbers", answer: () => oneDeviceAnswer(oneDeviceRuns({ seed: 2 })) },
    ],
  }),
  exercise<() => ScalingResults>({
    what: "what was measured on several devices",
    cell: "02-mirrored/test-own-results",
    ownRecords: handedIn(mirroredRuns()),
    check: (answer) => checkOwnScaling(answer, handedIn(mirroredRuns())("results/*.json")),
    right: [() => scalingAnswer(), () => scalingAnswer(mirroredRuns(), steadyWithWait)],
    wrong: [
      { what: "no efficiency", answer: scaling({ weakEfficiency: scalingAnswer().weakSpeedup }), says: /divide it/ },
      {
        what: "another baseline",
        answer: scaling({ strongSpeedup: scalingAnswer().weakSpeedup, weakSpeedup: scalingAnswer().strongSpeedup }),
      },
      { what: "somebody else's numbers", answer: () => scalingAnswer(mirroredRuns({ seed: 2 })) },
    ],
  }),
  exercise<() => NetworksResults>({
    what: "what was measured of two networks",
    cell: "03-deeper-model/test-own-results",
    ownRecords: handedIn(networksRuns()),
    check: (answer) => checkOwnNetworks(answer, handedIn(networksRuns())("results/*.json")),
    right: () => networksAnswer(),
    wrong: [
      {
        what: "the efficiency",
        answer: networks({ deepSpeedup: networksAnswer().deepSpeedup / 4 }),
        says: /That is the efficiency/,
      },
      { what: "the other network", answer: networks({ deepSpeedup: networksAnswer().shallowSpeedup }) },
      { what: "somebody else's numbers", answer: () => networksAnswer(networksRuns({ seed: 2 })) },
    ],
  }),
  exercise<() => string>({
    what: "a program for ResNet152V2",
    cell: "03-deeper-model/test-deeper-program",
    ownRecords: handedIn(ownDeeperRuns()),
    check: (answer) => checkDeeperProgram(answer, handedIn(ownDeeperRuns())("results/*.json")),
    right: [
      () => 'const model = modelNamed("resnet152v2", { inputShape, classes: 10 });',
      () =>
        'import { modelNamed } from "parallel-training/models";\nconst network = modelNamed("ResNet152V2", options);',
    ],
    wrong: [
      {
        what: "a changed comment",
        answer: () => "// Trains ResNet152V2\nconst model = resNet50V2(options);",
        says: /lesson 2's program/,
      },
      { what: "no network", answer: () => "await fit(model, images, { strategy });", says: /names no network/ },
    ],
  }),
  exercise<() => NodesResults>({
    what: "what was measured of sync and accumulate",
    cell: "04-many-nodes/test-own-results",
    ownRecords: handedIn(nodesRuns()),
    check: (answer) => checkOwnNodes(answer, handedIn(nodesRuns())("results/*.json")),
    right: [
      () => nodesAnswer(),
      () => {
        const [sync, accumulate] = [...nodesRuns().values()].map(steady);
        return { ...nodesAnswer(), timesAsFast: sync / accumulate };
      },
    ],
    wrong: [
      {
        what: "a mean over all steps",
        answer: () => {
          const accumulate = nodesRuns().get("results/resnet50-2x4-every-4.json")!;
          return { ...nodesAnswer(), computeSeconds: steadyWithWait(accumulate) / 8 };
        },
        says: /leave those out/,
      },
      { what: "somebody else's numbers", answer: () => nodesAnswer(nodesRuns({ seed: 2 })) },
    ],
  }),
];
