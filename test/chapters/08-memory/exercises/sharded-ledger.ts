import {
  checkZeroLedger,
  type ZeroLedger,
  type ZeroLevel,
} from "../../../../solutions/08-memory/exercises/sharded-ledger";
import { exercise, slip } from "../../../checks/exercise";

/** @param sent Multiples of (n - 1) / n, by level. */
function zero(parameters: number, devices: number, level: ZeroLevel, sent = [2, 3, 2, 3]): ZeroLedger {
  const [all, part] = [4 * parameters, (4 * parameters) / devices];
  const atRest = level === 0 ? 3 * all : level === 3 ? 3 * part : all + 3 * part;
  return { atRest, inStep: atRest + (level > 1 ? part : all), sent: sent[level] * (all - part) };
}

export const exercises = [
  exercise("08-memory/test-zero-ledger", checkZeroLedger, {
    right: (parameters, devices, level) => zero(parameters, devices, level),
    wrong: slip("the paper's level 1", /go through an all-reduce/, (parameters, devices, level) =>
      zero(parameters, devices, level, [2, 2, 2, 3]),
    ),
  }),
];
