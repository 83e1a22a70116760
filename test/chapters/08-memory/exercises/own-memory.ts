import { lossesOf } from "../../../../lib/checks";
import {
  checkOwnActivations,
  checkOwnStates,
  checkOwnZero,
  type ActivationsResults,
  type StatesResults,
  type ZeroResults,
} from "../../../../chapters/08-memory/measured/memory";
import { guess, slip } from "../../../checks/exercise";
import { measured, memoryRuns, type Handed } from "../../../checks/measured/lessons";

const runOf = (runs: Handed, name: string) => runs.get(`results/${name}.json`)!;
const held = (runs: Handed, name: string) => {
  const { atRest, peak } = runOf(runs, name).deviceMemory!;
  return { atRest: Math.max(...atRest), peak: Math.max(...peak) };
};

export const states =
  (changed: Partial<StatesResults> = {}, runs = memoryRuns()) =>
  (): StatesResults => {
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
    const [reference, ...stages] = [0, 1, 2, 3].map((stage) => lossesOf(runOf(runs, `zero-${stage}`)));
    return {
      rest: three.atRest / none.atRest,
      peak: three.peak / none.peak,
      sent: sent("zero-3") / sent("zero-0"),
      apart: Math.max(...stages.flatMap((of) => reference.map((loss, i) => share(Math.abs(of[i] - loss), loss)))),
      ...changed,
    };
  };

export const exercises = [
  measured("08-memory/test-own-states", checkOwnStates, memoryRuns(), "results/*one-device.json", {
    right: states(),
    wrong: [
      slip("a share of the model states", /of the peak/, states({ beyond: states()().peak / 16 - 1 })),
      guess("the model states themselves", states({ atRest: 12, peak: 16, beyond: 0 })),
      guess("somebody else's numbers", states({}, memoryRuns({ seed: 2 }))),
    ],
  }),
  measured("08-memory/test-own-activations", checkOwnActivations, memoryRuns(), "results/*context-*.json", {
    right: activations(),
    wrong: [
      slip("all of 256 tokens", /how much more/, activations({ counted: counted(256) })),
      guess("somebody else's numbers", activations({}, memoryRuns({ seed: 2 }))),
    ],
  }),
  measured("08-memory/test-own-zero", checkOwnZero, memoryRuns(), "results/*zero-*.json", {
    right: zero(),
    wrong: [
      slip(
        "a difference",
        /divide it/,
        zero({}, memoryRuns(), (apart) => apart),
      ),
      guess("no difference", zero({ apart: 0 })),
      guess("somebody else's numbers", zero({}, memoryRuns({ seed: 2 }))),
    ],
  }),
];
