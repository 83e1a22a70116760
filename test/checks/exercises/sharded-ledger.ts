import { checkZeroLedger, type ZeroLedger, type ZeroLevel } from "../../../lib/checks";
import { exercise } from "../exercise";

/** @param rest Whole tensors and parts at rest, by level. @param sent Multiples of (n - 1) / n, by level. */
const ledger =
  (
    { rest = [[3, 0], [1, 3], [1, 3], [0, 3]], gradients = [[1, 0], [1, 0], [0, 1], [0, 1]], sent = [2, 3, 2, 3] }: { rest?: number[][]; gradients?: number[][]; sent?: number[] } = {},
    share = (devices: number) => (devices - 1) / devices,
  ) =>
  (parameters: number, devices: number, level: ZeroLevel): ZeroLedger => {
    const bytes = ([wholes, parts]: number[]) => 4 * parameters * (wholes + parts / devices);
    const atRest = bytes(rest[level]);
    const inStep = atRest + bytes(gradients[level]);
    return { atRest, inStep, sent: 4 * parameters * sent[level] * share(devices) };
  }; // prettier-ignore

export const exercises = [
  exercise({
    what: "what each level holds and sends",
    cell: "08-memory/test-zero-ledger",
    check: checkZeroLedger,
    right: [
      ledger(),
      (parameters, devices, level) => {
        const [all, part] = [4 * parameters, (4 * parameters) / devices];
        const once = all - part;
        if (level === 0) return { atRest: 3 * all, inStep: 4 * all, sent: 2 * once };
        if (level === 3) return { atRest: 3 * part, inStep: 4 * part, sent: 3 * once };
        return { atRest: all + 3 * part, inStep: all + 3 * part + (level === 1 ? all : part), sent: level === 1 ? 3 * once : 2 * once }; // prettier-ignore
      },
    ],
    wrong: [
      {
        what: "no part beside the whole weights",
        answer: ledger({ rest: [[3, 0], [1, 2], [1, 2], [0, 3]] }),
        says: /lies beside the whole/,
      },
      { what: "the paper's level 1", answer: ledger({ sent: [2, 2, 2, 3] }), says: /go through an all-reduce/ },
      { what: "one gather at level 3", answer: ledger({ sent: [2, 3, 2, 2] }), says: /gathered twice/ },
      { what: "gradients whole at level 2", answer: ledger({ gradients: [[1, 0], [1, 0], [1, 0], [0, 1]] }), says: /its part of the gradients/ },
      { what: "all of what is sent", answer: ledger({}, () => 1), says: /keeps one of the parts/ },
      { what: "no gradients", answer: ledger({ gradients: [[0, 0], [0, 0], [0, 0], [0, 0]] }), says: /there are gradients/ },
    ],
  }),
]; // prettier-ignore
