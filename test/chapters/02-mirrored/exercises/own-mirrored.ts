import { checkOwnMirrored, type OwnProgramResults } from "../../../../chapters/02-mirrored/measured/own-program";
import { checkOwnInput, type InputResults } from "../../../../chapters/02-mirrored/measured/input";
import { checkOwnCores, type CoresResults } from "../../../../chapters/02-mirrored/measured/cores";
import type { RunRecord } from "../../../../lib/runs";
import { exercise } from "../../../checks/exercise";
import { coreRuns, handedIn, inputRuns, ownProgramRuns, rate } from "../../../checks/measured/lessons";

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

const ownFiles = ["results/own-*.json", "results/2-devices-batch-32.json", "results/cluster-own-*.json"];
const program =
  (changed: Partial<OwnProgramResults> = {}, share = (apart: number, loss: number) => apart / loss) =>
  (): OwnProgramResults => {
    const [lesson, own] = [...ownProgramRuns().values()].map(({ epochs: [first] }) => first.steps.loss);
    const apart = Math.max(...own.map((loss, i) => share(Math.abs(loss - lesson[i]), lesson[i])));
    return { replicas: 2, learningRate: 0.02, apart, ...changed };
  };

const cores =
  (changed: Partial<CoresResults> = {}, runs = coreRuns()) =>
  (): CoresResults => {
    const [one, two, shared] = [...runs.values()].map(rate);
    return { ownCores: two / one, sharedCore: shared / one, ...changed };
  };

const waiting = ({ epochs: [, { steps }] }: RunRecord) =>
  sum(steps.wait) / (sum(steps.wait) + sum(steps.end.map((time, i) => time - steps.start[i])));
const input =
  (changed: Partial<InputResults> = {}, runs = inputRuns()) =>
  (): InputResults => {
    const [device, starved, mended] = [...runs.values()];
    const devicesFed = rate(starved) / rate(device);
    return { starvedShare: waiting(starved), mendedShare: waiting(mended), devicesFed, ...changed };
  };

export const exercises = [
  exercise<() => OwnProgramResults>({
    cell: "02-mirrored/test-own-program-results",
    ownRecords: handedIn(ownProgramRuns()),
    check: (answer) => checkOwnMirrored(answer, handedIn(ownProgramRuns())(...ownFiles)),
    right: program(),
    wrong: [
      { what: "a difference", answer: program({}, (apart) => apart), says: /divide it/ },
      { what: "one replica", answer: program({ replicas: 1 }) },
      { what: "equal losses that were not measured", answer: program({ apart: 0 }) },
    ],
  }),
  exercise<() => CoresResults>({
    cell: "02-mirrored/test-own-cores",
    ownRecords: handedIn(coreRuns()),
    check: (answer) => checkOwnCores(answer, handedIn(coreRuns())("results/*cores-*.json")),
    right: cores(),
    wrong: [
      { what: "upside down", answer: cores({ ownCores: 1 / cores()().ownCores! }), says: /Upside down/ },
      { what: "the ideal", answer: cores({ ownCores: 2, sharedCore: 1 }) },
      { what: "somebody else's numbers", answer: cores({}, coreRuns({ seed: 2 })) },
    ],
  }),
  exercise<() => InputResults>({
    cell: "02-mirrored/test-own-input",
    ownRecords: handedIn(inputRuns()),
    check: (answer) => checkOwnInput(answer, handedIn(inputRuns())("results/*input-*.json")),
    right: [input(), input({ devicesFed: 20 / rate(inputRuns().get("results/input-device.json")!) })],
    wrong: [
      { what: "the computing", answer: input({ starvedShare: 1 - input()().starvedShare }), says: /it computes/ },
      { what: "upside down", answer: input({ devicesFed: 1 / input()().devicesFed }), says: /Upside down|expected/ },
      { what: "somebody else's numbers", answer: input({}, inputRuns({ seed: 2 })) },
    ],
  }),
];
