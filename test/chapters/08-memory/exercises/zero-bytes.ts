import { checkZeroBytes, type ZeroBytes, type ZeroStage } from "../../../../solutions/08-memory/exercises/zero-bytes";
import { exercise, slip } from "../../../checks/exercise";

/** @param sent Multiples of (n - 1) / n, by stage. */
function zero(parameters: number, devices: number, stage: ZeroStage, sent = [2, 3, 2, 3]): ZeroBytes {
  const [all, part] = [4 * parameters, (4 * parameters) / devices];
  const atRest = stage === 0 ? 3 * all : stage === 3 ? 3 * part : all + 3 * part;
  return { atRest, inStep: atRest + (stage > 1 ? part : all), sent: sent[stage] * (all - part) };
}

export const exercises = [
  exercise("08-memory/test-zero-bytes", checkZeroBytes, {
    right: (parameters, devices, stage) => zero(parameters, devices, stage),
    wrong: slip("the paper's stage 1", /go through an all-reduce/, (parameters, devices, stage) =>
      zero(parameters, devices, stage, [2, 2, 2, 3]),
    ),
  }),
];
