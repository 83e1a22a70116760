import {
  checkZeroLedger,
  type ZeroLedger,
  type ZeroLevel,
} from "../../../../solutions/08-memory/exercises/sharded-ledger";
import { exercise } from "../../../checks/exercise";

/** @param sent Multiples of (n - 1) / n, by level. */
function zero(parameters: number, devices: number, level: ZeroLevel, sent = [2, 3, 2, 3]): ZeroLedger {
  const [all, part] = [4 * parameters, (4 * parameters) / devices];
  const atRest = level === 0 ? 3 * all : level === 3 ? 3 * part : all + 3 * part;
  return { atRest, inStep: atRest + (level > 1 ? part : all), sent: sent[level] * (all - part) };
}

export const exercises = [
  exercise({
    cell: "08-memory/test-zero-ledger",
    check: checkZeroLedger,
    right: (parameters, devices, level) => zero(parameters, devices, level),
    wrong: {
      what: "the paper's level 1",
      answer: (parameters, devices, level) => zero(parameters, devices, level, [2, 2, 2, 3]),
      says: /go through an all-reduce/,
    },
  }),
];
