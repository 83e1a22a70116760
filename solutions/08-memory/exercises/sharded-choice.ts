import { checkByCases } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";
import type { ZeroStage } from "./zero-bytes";

/** A training that has to fit. Bytes are those of one device. */
export interface TrainingToFit {
  parameters: number;
  devices: number;
  /** Of the activations, and what is left of them with checkpoints. */
  activations: number;
  checkpointed: number;
  /** That a step computes, without checkpoints. */
  computeSeconds: number;
}

/** What a device has, and how fast it sends. */
export interface DeviceLimits {
  memoryBytes: number;
  bytesPerSecond: number;
}

/** The times of a step that computes and sends. */
export interface StepTimes {
  /** First one, then the other. */
  inTurn: number;
  /** Both at the same time, as well as they could. */
  overlapped: number;
}

/** A way to train. */
export interface WayToTrain {
  stage: ZeroStage;
  checkpoints: boolean;
  /** Of a step, overlapped. */
  seconds: number;
}

const TIMES: [computeSeconds: number, sentBytes: number, bytesPerSecond: number][] = [
  [0.4, 9e9, 450e9],
  [0.4, 9e9, 25e9],
  [0.4, 9e9, 125e6],
];

/** Checks a function that gives the time of a step on a link. */
export const checkStepTimes = checkByCases("A model of the step", TIMES, (compute, sent, rate) => {
  const sending = sent / rate;
  const right: StepTimes = { inTurn: compute + sending, overlapped: Math.max(compute, sending) };
  return {
    what: `${compute} s of computing, ${formatNumber(sent / 1e9)} GB at ${formatNumber(rate / 1e9)} GB/s`,
    expected: right,
    unit: "s",
    slips: [
      [{ inTurn: right.overlapped, overlapped: right.inTurn }, "Turn them round: in turn takes longer."],
      [{ ...right, overlapped: Math.min(compute, sending) }, "The step ends when both have ended: the longer of the two counts."],
      [{ inTurn: compute + sent * rate }, "Divide the bytes by the rate."],
      [{ inTurn: compute + (8 * sent) / rate }, "The rate is in bytes a second here, not in bits."],
    ],
  };
}); // prettier-ignore

const BILLION: TrainingToFit = {
  ...{ parameters: 1.5e9, devices: 4, computeSeconds: 0.4 },
  ...{ activations: 60e9, checkpointed: 12e9 },
};
const [NVLINK, INFINIBAND, ETHERNET] = [450e9, 25e9, 125e6];
const limits = (gigabytes: number, bytesPerSecond: number): DeviceLimits => ({
  memoryBytes: 1e9 * gigabytes,
  bytesPerSecond,
});

const TRAININGS: [training: TrainingToFit, device: DeviceLimits][] = [
  [BILLION, limits(94, NVLINK)],
  [BILLION, limits(80, NVLINK)],
  [BILLION, limits(80, ETHERNET)],
  [BILLION, limits(30, INFINIBAND)],
  [BILLION, limits(20, INFINIBAND)],
  [BILLION, limits(16, INFINIBAND)],
];

/** How a wrong choice differs, for hints. */
interface Detour {
  /** The first that fits, or the last. */
  take?: "first" | "last";
  stages?: readonly ZeroStage[];
  checkpoints?: readonly boolean[];
  /** How much longer a step with checkpoints computes. */
  again?: number;
  time?: "in turn";
  /** What has to fit. */
  memory?: "at rest" | "without activations";
}

function chosen(training: TrainingToFit, device: DeviceLimits, how: Detour = {}): WayToTrain | "none" {
  const { stages = [0, 1, 2, 3] as const, checkpoints = [false, true], again = 4 / 3 } = how;
  const ways = stages.flatMap((stage) =>
    checkpoints.flatMap((checkpoint): WayToTrain[] => {
      const { held, seconds } = cost(training, device, stage, checkpoint, { ...how, again });
      return held <= device.memoryBytes ? [{ stage, checkpoints: checkpoint, seconds }] : [];
    }),
  );
  if (ways.length === 0) return "none";
  if (how.take === "first") return ways[0];
  if (how.take === "last") return ways[ways.length - 1];
  return ways.reduce((best, way) => (best.seconds <= way.seconds ? best : way));
}

function cost(
  { parameters, devices, activations, checkpointed, computeSeconds }: TrainingToFit,
  { bytesPerSecond }: DeviceLimits,
  stage: ZeroStage,
  checkpoint: boolean,
  { again, time, memory }: Detour & { again: number },
): { held: number; seconds: number } {
  const all = 4 * parameters;
  const part = all / devices;
  const atRest = stage === 0 ? 3 * all : (stage === 3 ? 0 : all) + 3 * part;
  const inStep = atRest + (stage < 2 ? all : part);
  const kept = checkpoint ? checkpointed : activations;
  const sending = ((stage % 2 === 0 ? 2 : 3) * (devices - 1) * part) / bytesPerSecond;
  const computing = computeSeconds * (checkpoint ? again : 1);
  const held = memory === "at rest" ? atRest + kept : memory === undefined ? inStep + kept : inStep;
  return { held, seconds: time === undefined ? Math.max(computing, sending) : computing + sending };
}

/**
 * Checks a function that finds the fastest of eight ways to train, by ZeRO's stage and with checkpoints or without: of those that fit. Of
 * equally fast ones, the lowest stage counts, and no checkpoints come before checkpoints. "none" where nothing fits.
 */
export const checkFastestWay = checkByCases("The fastest way that fits", TRAININGS, (training, device) => {
  const or = (how: Detour): WayToTrain | "none" => chosen(training, device, how);
  return {
    what: `${formatNumber(training.parameters / 1e9)} billion weights on ${training.devices} devices of ${formatNumber(device.memoryBytes / 1e9)} GB, ${formatNumber(device.bytesPerSecond / 1e9)} GB/s`,
    expected: chosen(training, device),
    slips: [
      [or({ take: "last" }), "That is the last way that fits: is another one faster?"],
      [or({ take: "first" }), "That is the first way that fits: is another one faster?"],
      [or({ memory: "without activations" }), "The activations have to fit, too."],
      [or({ memory: "at rest" }), "The gradients have to fit, too."],
      [or({ checkpoints: [false] }), "Ways with checkpoints count, too."],
      [or({ checkpoints: [true] }), "Ways without checkpoints count, too."],
      [or({ again: 1 }), "With checkpoints a step computes 4/3 of the time."],
      [or({ again: 2 }), "With checkpoints the forward pass is computed twice, the backward pass once: 4/3."],
      [or({ time: "in turn" }), "Here a step computes and sends at the same time: the longer of the two counts."],
      [or({ stages: [3] }), "The highest stage is not the fastest by itself."],
    ],
  };
}); // prettier-ignore
