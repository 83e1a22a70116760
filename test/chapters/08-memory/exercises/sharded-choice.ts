import {
  checkFastestWay,
  checkStepTimes,
  type DeviceLimits,
  type TrainingToFit,
  type WayToTrain,
} from "../../../../solutions/08-memory/exercises/sharded-choice";
import { exercise } from "../../../checks/exercise";

/** From the highest level down, with a better way's place taken by one as good. @param again Of the computing, with checkpoints. */
function fastest(training: TrainingToFit, { memoryBytes, bytesPerSecond }: DeviceLimits, again = 4 / 3) {
  const [all, part] = [4 * training.parameters, (4 * training.parameters) / training.devices];
  let best: WayToTrain | "none" = "none";
  for (const level of [3, 2, 1, 0] as const) {
    const held = [4 * all, 2 * all + 3 * part, all + 4 * part, 4 * part][level];
    const sending = ([2, 3, 2, 3][level] * (all - part)) / bytesPerSecond;
    for (const checkpoints of [true, false]) {
      if (held + (checkpoints ? training.checkpointed : training.activations) > memoryBytes) continue;
      const seconds = Math.max(training.computeSeconds * (checkpoints ? again : 1), sending);
      if (best === "none" || seconds <= best.seconds) best = { level, checkpoints, seconds };
    }
  }
  return best;
}

export const exercises = [
  exercise({
    cell: "08-memory/test-step-times",
    check: checkStepTimes,
    right: (compute, sent, rate) => {
      const sending = sent / rate;
      return { overlapped: sending > compute ? sending : compute, inTurn: sending + compute };
    },
    wrong: {
      what: "bits",
      answer: (compute, sent, rate) => {
        const sending = (8 * sent) / rate;
        return { inTurn: compute + sending, overlapped: Math.max(compute, sending) };
      },
      says: /not in bits/,
    },
  }),
  exercise({
    cell: "08-memory/test-fastest-way",
    check: checkFastestWay,
    right: (training, limits) => fastest(training, limits),
    wrong: [
      { what: "twice the computing", answer: (training, limits) => fastest(training, limits, 2), says: /4\/3/ },
      { what: "never anything", answer: (_training) => "none" },
    ],
  }),
];
