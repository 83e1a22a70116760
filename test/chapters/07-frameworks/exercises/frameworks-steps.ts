import { mean, sum } from "simple-statistics";
import {
  checkDivisor,
  checkFrameworkFaults,
  checkMomentum,
  checkStepGradient,
} from "../../../../solutions/07-frameworks/exercises/frameworks-steps";
import type { FaultyFramework, FrameworkFault } from "../../../../solutions/07-frameworks/exercises/frameworks-steps";
import { exercise, guess, slip } from "../../../checks/exercise";

const faultOf = (program: FaultyFramework, local: number, processes: number): FrameworkFault => ({
  line: { a: 7, b: 7, c: 8, d: 5 }[program],
  factor: { a: local, b: processes, c: 1 / processes, d: 1 }[program],
  images: program === "d" ? local : local * processes,
});
const faultBut =
  (which: FaultyFramework, change: Partial<FrameworkFault>): typeof faultOf =>
  (program, ...step) => ({ ...faultOf(program, ...step), ...(program === which && change) });

export const exercises = [
  exercise("07-frameworks/test-step-gradient", checkStepGradient, {
    right: (way, gradients, n) => {
      let total = 0;
      for (const each of gradients) total += sum(each) / (way === "mean of means" ? each.length : n);
      return way === "sum over n" ? total : total / gradients.length;
    },
    wrong: slip("always averaged", /added up, not averaged/, (way, gradients, n) =>
      mean(gradients.map((each) => (way === "mean of means" ? mean(each) : sum(each) / n))),
    ),
  }),
  exercise("07-frameworks/test-divisor", checkDivisor, {
    right: (program, local, processes) => local * (/ddp|horovod/.test(program) ? 1 : processes),
    wrong: slip("MXNet alike", /Who averages/, (program, local, processes) =>
      /tensorflow$|mxnet/.test(program) ? local * processes : local,
    ),
  }),
  exercise("07-frameworks/test-momentum", checkMomentum, {
    // What each gradient contributes to each step, all in one sum.
    right: (rule, gradients, rates, momentum, weight) => {
      const parts = gradients.flatMap((gradient, from) =>
        rates
          .slice(from)
          .map((rate, after) => (rule === "rate after" ? rate : rates[from]) * gradient * momentum ** after),
      );
      return weight - sum(parts);
    },
    wrong: slip(
      "no velocity",
      /stays from step to step/,
      (_, gradients, rates, __, weight) => weight - sum(gradients.map((each, at) => each * rates[at])),
    ),
  }),
  exercise("07-frameworks/test-faults", checkFrameworkFaults, {
    right: faultOf,
    wrong: [
      guess("another line", faultBut("d", { line: 6 })),
      slip("c the other way round", /other way round/, faultBut("c", { factor: 2 })),
      guess("all images in d", faultBut("d", { images: 32 })),
      { what: "numbers for two processes only", answer: (program) => faultOf(program, 16, 2), onlyHidden: true },
    ],
  }),
];
