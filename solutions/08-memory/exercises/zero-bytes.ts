import { checkByCases } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";

/** How much of a training is divided: 0 is data parallelism. */
export type ZeroStage = 0 | 1 | 2 | 3;

/** Bytes of one device. */
export interface ZeroBytes {
  /** Between steps. */
  atRest: number;
  /** With the gradients. */
  inStep: number;
  /** Sent in a step. */
  sent: number;
}

const STAGES: [parameters: number, devices: number, stage: ZeroStage][] = ([0, 1, 2, 3] as const).map((stage) => [
  1_000_000,
  4,
  stage,
]);

/** What is sent, as multiples of (n - 1) / n of the weights' bytes. */
const SENT: Record<ZeroStage, number> = { 0: 2, 1: 3, 2: 2, 3: 3 };

/** Of this engine: float32, AdamW; from stage 1 on, the part that a device updates lies beside the whole weights. */
function zeroBytes(parameters: number, devices: number, stage: ZeroStage): ZeroBytes {
  const all = 4 * parameters;
  const part = all / devices;
  const atRest = [3 * all, all + 3 * part, all + 3 * part, 3 * part][stage];
  const sent = (SENT[stage] * (devices - 1) * all) / devices;
  return { atRest, inStep: atRest + (stage < 2 ? all : part), sent };
}

/**
 * Checks a function that gives what each device holds and sends by ZeRO's stages (S. Rajbhandari et al., SC 2020, sections 5 and 7; there
 * stage 1 sends no more than stage 2).
 */
export const checkZeroBytes = checkByCases("What each stage holds and sends", STAGES, (parameters, devices, stage) => {
  const right = zeroBytes(parameters, devices, stage);
  const all = 4 * parameters;
  const whole = (more: number): ZeroBytes => ({ ...right, sent: more * all });
  return {
    what: `stage ${stage}: ${formatNumber(parameters)} weights on ${devices} devices`,
    expected: right,
    unit: "bytes",
    slips: [
      [{ ...right, atRest: right.atRest - all / devices, inStep: right.inStep - all / devices }, "The part that a device updates lies beside the whole weights: it counts, too."],
      [{ ...right, inStep: right.atRest + (stage < 2 ? all / devices : all) }, stage < 2 ? "The gradients are not divided yet at this stage." : "At this stage each device keeps its part of the gradients only."],
      [{ ...right, inStep: right.atRest }, "In a step there are gradients."],
      [{ ...right, sent: (2 * (devices - 1) * all) / devices }, stage === 3 ? "The weights are gathered twice: before the forward pass and before the backward pass." : "Look at the code again: at this stage the gradients go through an all-reduce, and the weights are gathered after it."],
      [{ ...right, sent: (3 * (devices - 1) * all) / devices }, stage === 0 ? "Nothing is gathered here: only gradients go around." : "The gradients go through a reduce-scatter here, which is half of an all-reduce."],
      [whole(SENT[stage]), "A device keeps one of the parts: it sends (n - 1) / n."],
      [{ ...right, sent: right.sent / 4 }, "These are numbers: a number has 4 bytes."],
    ],
  };
}); // prettier-ignore
