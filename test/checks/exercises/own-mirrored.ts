import {
  checkOwnCores,
  checkOwnInput,
  checkOwnMirrored,
  type CoresResults,
  type InputResults,
  type OwnProgramResults,
} from "../../../lib/checks";
import type { RunRecord } from "../../../lib/runs";
import { exercise } from "../exercise";
import { coreRuns, handedIn, inputRuns, ownProgramRuns, rate, type Handed } from "../measured/lessons";

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

const ownFiles = ["results/own-*.json", "results/2-devices-batch-32.json", "results/cluster-own-*.json"];
const losses = (run: RunRecord) => run.epochs[0].steps.loss;
/** Of the largest difference, as a share if `of` divides it. */
const apart = (runs: Handed, of = (loss: number) => loss) => {
  const lesson = losses(runs.get("results/2-devices-batch-32.json")!);
  return Math.max(
    ...losses(runs.get("results/own-mirrored.json")!).map((own, i) => Math.abs(own - lesson[i]) / of(lesson[i])),
  );
};
const program =
  (changed: Partial<OwnProgramResults> = {}, runs = ownProgramRuns()) =>
  (): OwnProgramResults => ({
    ...{ replicas: 2, learningRate: 0.02, apart: apart(runs), ...changed },
  });

const cores =
  (changed: Partial<CoresResults> = {}, runs = coreRuns()) =>
  (): CoresResults => {
    const of = (name: string) =>
      rate(runs.get(`results/cores-${name}.json`)!) / rate(runs.get("results/cores-1.json")!);
    return { ownCores: of("2"), sharedCore: of("2-shared"), ...changed };
  };

const waiting = (run: RunRecord) => {
  const { start, end, wait } = run.epochs[1].steps;
  return sum(wait) / (sum(wait) + sum(end.map((time, i) => time - start[i])));
};
const input =
  (changed: Partial<InputResults> = {}, runs = inputRuns()) =>
  (): InputResults => {
    const [device, starved, mended] = ["device", "starved", "mended"].map((name) =>
      runs.get(`results/input-${name}.json`)!,
    );
    const devicesFed = rate(starved) / rate(device);
    return { starvedShare: waiting(starved), mendedShare: waiting(mended), devicesFed, ...changed };
  };

export const exercises = [
  exercise<() => OwnProgramResults>({
    what: "what the own program's run shows",
    cell: "02-mirrored/test-own-program-results",
    ownRecords: handedIn(ownProgramRuns()),
    check: (answer) => checkOwnMirrored(answer, handedIn(ownProgramRuns())(...ownFiles)),
    right: [program(), program({ apart: Number(apart(ownProgramRuns()).toPrecision(6)) })],
    wrong: [
      { what: "the learning rate of one", answer: program({ learningRate: 0.01 }), says: /one device/ },
      { what: "percent", answer: program({ apart: 100 * apart(ownProgramRuns()) }), says: /no percent/ },
      { what: "a difference", answer: program({ apart: apart(ownProgramRuns(), () => 1) }), says: /divide it/ },
      { what: "one replica", answer: program({ replicas: 1 }) },
      { what: "equal losses that were not measured", answer: program({ apart: 0 }) },
    ],
  }),
  exercise<() => CoresResults>({
    what: "what a second core brought",
    cell: "02-mirrored/test-own-cores",
    ownRecords: handedIn(coreRuns()),
    check: (answer) => checkOwnCores(answer, handedIn(coreRuns())("results/*cores-*.json")),
    right: [cores(), cores({ ownCores: Number(cores()().ownCores!.toPrecision(6)) })],
    wrong: [
      { what: "upside down", answer: cores({ ownCores: 1 / cores()().ownCores! }), says: /Upside down/ },
      { what: "the efficiency", answer: cores({ ownCores: cores()().ownCores! / 2 }), says: /efficiency/ },
      { what: "the ideal", answer: cores({ ownCores: 2, sharedCore: 1 }) },
      { what: "somebody else's numbers", answer: cores({}, coreRuns({ seed: 2 })) },
    ],
  }),
  exercise<() => InputResults>({
    what: "what was measured of late images",
    cell: "02-mirrored/test-own-input",
    ownRecords: handedIn(inputRuns()),
    check: (answer) => checkOwnInput(answer, handedIn(inputRuns())("results/*input-*.json")),
    right: [input(), input({ devicesFed: 20 / rate(inputRuns().get("results/input-device.json")!) })],
    wrong: [
      { what: "percent", answer: input({ starvedShare: 100 * input()().starvedShare }), says: /from 0 to 1/ },
      { what: "the computing", answer: input({ starvedShare: 1 - input()().starvedShare }), says: /it computes/ },
      { what: "upside down", answer: input({ devicesFed: 1 / input()().devicesFed }), says: /Upside down|expected/ },
      { what: "somebody else's numbers", answer: input({}, inputRuns({ seed: 2 })) },
    ],
  }),
];
