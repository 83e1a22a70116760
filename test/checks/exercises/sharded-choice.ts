import {
  checkFastestWay,
  checkStepTimes,
  type DeviceLimits,
  type TrainingToFit,
  type WayToTrain,
  type ZeroLevel,
} from "../../../lib/checks";
import { exercise } from "../exercise";

/** Bytes of a device: in a step, and sent. */
function bytes({ parameters, devices }: TrainingToFit, level: ZeroLevel): { held: number; sent: number } {
  const [all, part] = [4 * parameters, (4 * parameters) / devices];
  const held = [4 * all, 2 * all + 3 * part, all + 4 * part, 4 * part][level];
  return { held, sent: [2, 3, 2, 3][level] * (all - part) };
}

interface Detour {
  again?: number;
  inTurn?: true;
  /** Which of those that fit, in the order of the levels. */
  take?: (ways: WayToTrain[]) => WayToTrain;
  withoutActivations?: true;
  withoutCheckpoints?: true;
}

const fastest = (ways: WayToTrain[]): WayToTrain => [...ways].sort((a, b) => a.seconds - b.seconds)[0];

const choose =
  ({ again = 4 / 3, inTurn, take = fastest, withoutActivations, withoutCheckpoints }: Detour = {}) =>
  (training: TrainingToFit, { memoryBytes, bytesPerSecond }: DeviceLimits): WayToTrain | "none" => {
    const ways: WayToTrain[] = [];
    for (const level of [0, 1, 2, 3] as const) {
      for (const checkpoints of withoutCheckpoints ? [false] : [false, true]) {
        const { held, sent } = bytes(training, level);
        const kept = withoutActivations ? 0 : checkpoints ? training.checkpointed : training.activations;
        const compute = training.computeSeconds * (checkpoints ? again : 1);
        const sending = sent / bytesPerSecond;
        const seconds = inTurn ? compute + sending : Math.max(compute, sending);
        if (held + kept <= memoryBytes) ways.push({ level, checkpoints, seconds });
      }
    }
    return ways.length === 0 ? "none" : take(ways);
  };

/** From the highest level down, with a better way's place taken by one as good. */
function fromAbove(training: TrainingToFit, { memoryBytes, bytesPerSecond }: DeviceLimits): WayToTrain | "none" {
  let best: WayToTrain | "none" = "none";
  for (const level of [3, 2, 1, 0] as const) {
    const { held, sent } = bytes(training, level);
    for (const checkpoints of [true, false]) {
      if (held + (checkpoints ? training.checkpointed : training.activations) > memoryBytes) continue;
      const compute = checkpoints ? (training.computeSeconds * 4) / 3 : training.computeSeconds;
      const seconds = Math.max(compute, sent / bytesPerSecond);
      if (best === "none" || seconds <= best.seconds) best = { level, checkpoints, seconds };
    }
  }
  return best;
}

export const exercises = [
  exercise({
    what: "the time of a step on a link",
    cell: "08-memory/test-step-times",
    check: checkStepTimes,
    right: [
      (compute, sent, rate) => ({ inTurn: compute + sent / rate, overlapped: Math.max(compute, sent / rate) }),
      (compute, sent, rate) => {
        const sending = sent / rate;
        return { overlapped: sending > compute ? sending : compute, inTurn: sending + compute };
      },
    ],
    wrong: [
      {
        what: "turned round",
        answer: (compute, sent, rate) => ({ overlapped: compute + sent / rate, inTurn: Math.max(compute, sent / rate) }),
        says: /Turn them round/,
      },
      {
        what: "the shorter one",
        answer: (compute, sent, rate) => ({ inTurn: compute + sent / rate, overlapped: Math.min(compute, sent / rate) }),
        says: /the longer of the two/,
      },
      {
        what: "bits",
        answer: (compute, sent, rate) => ({
          inTurn: compute + (8 * sent) / rate,
          overlapped: Math.max(compute, (8 * sent) / rate),
        }),
        says: /not in bits/,
      },
    ],
  }),
  exercise({
    what: "the fastest way that fits",
    cell: "08-memory/test-fastest-way",
    check: checkFastestWay,
    right: [choose(), fromAbove],
    wrong: [
      { what: "the highest level", answer: choose({ take: (ways) => ways[ways.length - 1] }), says: /another one faster/ },
      { what: "the first that fits", answer: choose({ take: ([first]) => first }), says: /another one faster/ },
      { what: "no activations", answer: choose({ withoutActivations: true }), says: /activations have to fit/ },
      { what: "no checkpoints", answer: choose({ withoutCheckpoints: true }) },
      { what: "twice the computing", answer: choose({ again: 2 }), says: /4\/3/ },
      { what: "in turn", answer: choose({ inTurn: true }), says: /the longer of the two/ },
      { what: "never anything", answer: () => "none" as const },
    ],
  }),
]; // prettier-ignore
