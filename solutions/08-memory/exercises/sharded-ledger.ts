import { checkByCases } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";

/** How much of a training is divided: 0 is data parallelism. */
export type ZeroLevel = 0 | 1 | 2 | 3;

/** Bytes of one device. */
export interface ZeroLedger {
  /** Between steps. */
  atRest: number;
  /** With the gradients. */
  inStep: number;
  /** Sent in a step. */
  sent: number;
}

const LEVELS: [parameters: number, devices: number, level: ZeroLevel][] = ([0, 1, 2, 3] as const).map((level) => [
  1_000_000,
  4,
  level,
]);

/** What is sent, as multiples of (n - 1) / n of the weights' bytes. */
const SENT: Record<ZeroLevel, number> = { 0: 2, 1: 3, 2: 2, 3: 3 };

/** Of this engine: float32, AdamW; from level 1 on, the part that a device updates lies beside the whole weights. */
function zeroLedger(parameters: number, devices: number, level: ZeroLevel): ZeroLedger {
  const all = 4 * parameters;
  const part = all / devices;
  const atRest = [3 * all, all + 3 * part, all + 3 * part, 3 * part][level];
  const sent = (SENT[level] * (devices - 1) * all) / devices;
  return { atRest, inStep: atRest + (level < 2 ? all : part), sent };
}

/**
 * Checks a function that gives what each device holds and sends by ZeRO's levels (S. Rajbhandari et al., SC 2020, sections 5 and 7; there
 * level 1 sends no more than level 2).
 */
export const checkZeroLedger = checkByCases("What each level holds and sends", LEVELS, (parameters, devices, level) => {
  const right = zeroLedger(parameters, devices, level);
  const all = 4 * parameters;
  const whole = (more: number): ZeroLedger => ({ ...right, sent: more * all });
  return {
    what: `level ${level}: ${formatNumber(parameters)} weights on ${devices} devices`,
    expected: right,
    unit: "bytes",
    slips: [
      [{ ...right, atRest: right.atRest - all / devices, inStep: right.inStep - all / devices }, "The part that a device updates lies beside the whole weights: it counts, too."],
      [{ ...right, inStep: right.atRest + (level < 2 ? all / devices : all) }, level < 2 ? "The gradients are not divided yet at this level." : "At this level each device keeps its part of the gradients only."],
      [{ ...right, inStep: right.atRest }, "In a step there are gradients."],
      [{ ...right, sent: (2 * (devices - 1) * all) / devices }, level === 3 ? "The weights are gathered twice: before the forward pass and before the backward pass." : "Look at the code again: at this level the gradients go through an all-reduce, and the weights are gathered after it."],
      [{ ...right, sent: (3 * (devices - 1) * all) / devices }, level === 0 ? "Nothing is gathered here: only gradients go around." : "The gradients go through a reduce-scatter here, which is half of an all-reduce."],
      [whole(SENT[level]), "A device keeps one of the parts: it sends (n - 1) / n."],
      [{ ...right, sent: right.sent / 4 }, "These are numbers: a number has 4 bytes."],
    ],
  };
}); // prettier-ignore
