import { lossesOf } from "../../../../lib/checks";
import {
  checkOwnActivations,
  checkOwnLedger,
  checkOwnZero,
  type ActivationsResults,
  type LedgerResults,
  type ZeroResults,
} from "../../../../chapters/08-memory/measured/memory";
import { exercise } from "../../../checks/exercise";
import { handedIn, memoryRuns, type Handed } from "../../../checks/measured/lessons";

const runOf = (runs: Handed, name: string) => runs.get(`results/${name}.json`)!;
const held = (runs: Handed, name: string) => {
  const { atRest, peak } = runOf(runs, name).deviceMemory!;
  return { atRest: Math.max(...atRest), peak: Math.max(...peak) };
};

export const ledger =
  (changed: Partial<LedgerResults> = {}, runs = memoryRuns()) =>
  (): LedgerResults => {
    const { parameters } = runOf(runs, "one-device").configuration;
    const { atRest, peak } = held(runs, "one-device");
    return { atRest: atRest / parameters, peak: peak / parameters, beyond: 1 - (16 * parameters) / peak, ...changed };
  };

/** Of 4 blocks of width 128 with 4 heads, and 8 rows. */
const counted = (tokens: number) => 4 * 4 * (16 * 8 * tokens * 128 + 8 * 4 * tokens ** 2);
const activations =
  (changed: Partial<ActivationsResults> = {}, runs = memoryRuns()) =>
  (): ActivationsResults => {
    const [short, long] = ["context-128", "context-256"].map((name) => held(runs, name));
    const measured = long.peak - long.atRest - (short.peak - short.atRest);
    const growth = counted(256) - counted(128);
    return { measured, counted: growth, explained: growth / measured, ...changed };
  };

export const zero =
  (changed: Partial<ZeroResults> = {}, runs = memoryRuns(), share = (apart: number, loss: number) => apart / loss) =>
  (): ZeroResults => {
    const [none, three] = ["zero-0", "zero-3"].map((name) => held(runs, name));
    const sent = (name: string) => Object.values(runOf(runs, name).sentBytes!).reduce((sum, [first]) => sum + first, 0);
    const [reference, ...levels] = [0, 1, 2, 3].map((level) => lossesOf(runOf(runs, `zero-${level}`)));
    return {
      rest: three.atRest / none.atRest,
      peak: three.peak / none.peak,
      sent: sent("zero-3") / sent("zero-0"),
      apart: Math.max(...levels.flatMap((of) => reference.map((loss, i) => share(Math.abs(of[i] - loss), loss)))),
      ...changed,
    };
  };

export const exercises = [
  exercise<() => LedgerResults>({
    cell: "08-memory/test-own-ledger",
    ownRecords: handedIn(memoryRuns()),
    check: (answer) => checkOwnLedger(answer, handedIn(memoryRuns())("results/*one-device.json")),
    right: ledger(),
    wrong: [
      { what: "a share of the ledger", answer: ledger({ beyond: ledger()().peak / 16 - 1 }), says: /of the peak/ },
      { what: "the ledger itself", answer: ledger({ atRest: 12, peak: 16, beyond: 0 }) },
      { what: "somebody else's numbers", answer: ledger({}, memoryRuns({ seed: 2 })) },
    ],
  }),
  exercise<() => ActivationsResults>({
    cell: "08-memory/test-own-activations",
    ownRecords: handedIn(memoryRuns()),
    check: (answer) => checkOwnActivations(answer, handedIn(memoryRuns())("results/*context-*.json")),
    right: activations(),
    wrong: [
      { what: "all of 256 tokens", answer: activations({ counted: counted(256) }), says: /how much more/ },
      { what: "somebody else's numbers", answer: activations({}, memoryRuns({ seed: 2 })) },
    ],
  }),
  exercise<() => ZeroResults>({
    cell: "08-memory/test-own-zero",
    ownRecords: handedIn(memoryRuns()),
    check: (answer) => checkOwnZero(answer, handedIn(memoryRuns())("results/*zero-*.json")),
    right: zero(),
    wrong: [
      { what: "a difference", answer: zero({}, memoryRuns(), (apart) => apart), says: /divide it/ },
      { what: "no difference", answer: zero({ apart: 0 }) },
      { what: "somebody else's numbers", answer: zero({}, memoryRuns({ seed: 2 })) },
    ],
  }),
];
