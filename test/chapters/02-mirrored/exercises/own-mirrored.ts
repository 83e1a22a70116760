import { sum } from "simple-statistics";
import { checkOwnMirrored, type OwnProgramResults } from "../../../../chapters/02-mirrored/measured/own-program";
import { checkOwnInput, type InputResults } from "../../../../chapters/02-mirrored/measured/input";
import { checkOwnCores, type CoresResults } from "../../../../chapters/02-mirrored/measured/cores";
import type { RunRecord } from "../../../../lib/runs";
import { guess, slip } from "../../../checks/exercise";
import { coreRuns, measured, inputRuns, ownProgramRuns, rate } from "../../../checks/measured/lessons";

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
  measured("02-mirrored/test-own-program-results", checkOwnMirrored, ownProgramRuns(), ownFiles, {
    right: program(),
    wrong: [
      slip(
        "a difference",
        /divide it/,
        program({}, (apart) => apart),
      ),
      guess("one replica", program({ replicas: 1 })),
      guess("equal losses that were not measured", program({ apart: 0 })),
    ],
  }),
  measured("02-mirrored/test-own-cores", checkOwnCores, coreRuns(), "results/*cores-*.json", {
    right: cores(),
    wrong: [
      slip("upside down", /Upside down/, cores({ ownCores: 1 / cores()().ownCores! })),
      guess("the ideal", cores({ ownCores: 2, sharedCore: 1 })),
      guess("somebody else's numbers", cores({}, coreRuns({ seed: 2 }))),
    ],
  }),
  measured("02-mirrored/test-own-input", checkOwnInput, inputRuns(), "results/*input-*.json", {
    right: [input(), input({ devicesFed: 20 / rate(inputRuns().get("results/input-device.json")!) })],
    wrong: [
      slip("the computing", /it computes/, input({ starvedShare: 1 - input()().starvedShare })),
      slip("upside down", /Upside down|expected/, input({ devicesFed: 1 / input()().devicesFed })),
      guess("somebody else's numbers", input({}, inputRuns({ seed: 2 }))),
    ],
  }),
];
