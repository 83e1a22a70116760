import {
  checkFastestWay,
  checkStepTimes,
  type DeviceLimits,
  type TrainingToFit,
  type WayToTrain,
} from "../../../../solutions/08-memory/exercises/sharded-choice";
import { exercise, guess, slip } from "../../../checks/exercise";

/** From the highest stage down, with a better way's place taken by one as good. @param again Of the computing, with checkpoints. */
function fastest(training: TrainingToFit, { memoryBytes, bytesPerSecond }: DeviceLimits, again = 4 / 3) {
  const [all, part] = [4 * training.parameters, (4 * training.parameters) / training.devices];
  let best: WayToTrain | "none" = "none";
  for (const stage of [3, 2, 1, 0] as const) {
    const held = [4 * all, 2 * all + 3 * part, all + 4 * part, 4 * part][stage];
    const sending = ([2, 3, 2, 3][stage] * (all - part)) / bytesPerSecond;
    for (const checkpoints of [true, false]) {
      if (held + (checkpoints ? training.checkpointed : training.activations) > memoryBytes) continue;
      const seconds = Math.max(training.computeSeconds * (checkpoints ? again : 1), sending);
      if (best === "none" || seconds <= best.seconds) best = { stage, checkpoints, seconds };
    }
  }
  return best;
}

export const exercises = [
  exercise("08-memory/test-step-times", checkStepTimes, {
    right: (compute, sent, rate) => {
      const sending = sent / rate;
      return { overlapped: sending > compute ? sending : compute, inTurn: sending + compute };
    },
    wrong: slip("bits", /not in bits/, (compute, sent, rate) => {
      const sending = (8 * sent) / rate;
      return { inTurn: compute + sending, overlapped: Math.max(compute, sending) };
    }),
  }),
  exercise("08-memory/test-fastest-way", checkFastestWay, {
    right: (training, limits) => fastest(training, limits),
    wrong: [
      slip("twice the computing", /4\/3/, (training, limits) => fastest(training, limits, 2)),
      guess("never anything", (_training) => "none"),
    ],
  }),
];
