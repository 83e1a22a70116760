import { mean, sum } from "simple-statistics";
import {
  checkDivisor,
  checkFrameworkFaults,
  checkMomentum,
  checkStepGradient,
} from "../../../../solutions/07-frameworks/exercises/frameworks-steps";
import type { FaultyFramework, FrameworkFault } from "../../../../solutions/07-frameworks/exercises/frameworks-steps";
import { exercise } from "../../../checks/exercise";

const faultOf = (program: FaultyFramework, local: number, processes: number): FrameworkFault => ({
  line: { a: 7, b: 7, c: 8, d: 5 }[program],
  factor: { a: local, b: processes, c: 1 / processes, d: 1 }[program],
  images: program === "d" ? local : local * processes,
});
const faultBut =
  (which: FaultyFramework, change: Partial<FrameworkFault>): typeof faultOf =>
  (program, ...step) => ({ ...faultOf(program, ...step), ...(program === which && change) });

export const exercises = [
  exercise({
    cell: "07-frameworks/test-step-gradient",
    check: checkStepGradient,
    right: (way, gradients, n) => {
      let total = 0;
      for (const each of gradients) total += sum(each) / (way === "mean of means" ? each.length : n);
      return way === "sum over n" ? total : total / gradients.length;
    },
    wrong: {
      what: "always averaged",
      answer: (way, gradients, n) =>
        mean(gradients.map((each) => (way === "mean of means" ? mean(each) : sum(each) / n))),
      says: /added up, not averaged/,
    },
  }),
  exercise({
    cell: "07-frameworks/test-divisor",
    check: checkDivisor,
    right: (program, local, processes) => local * (/ddp|horovod/.test(program) ? 1 : processes),
    wrong: {
      what: "MXNet alike",
      answer: (program, local, processes) => (/tensorflow$|mxnet/.test(program) ? local * processes : local),
      says: /Who averages/,
    },
  }),
  exercise({
    cell: "07-frameworks/test-momentum",
    check: checkMomentum,
    // What each gradient contributes to each step, all in one sum.
    right: (rule, gradients, rates, momentum, weight) => {
      const parts = gradients.flatMap((gradient, from) =>
        rates
          .slice(from)
          .map((rate, after) => (rule === "rate after" ? rate : rates[from]) * gradient * momentum ** after),
      );
      return weight - sum(parts);
    },
    wrong: {
      what: "no velocity",
      answer: (_, gradients, rates, __, weight) => weight - sum(gradients.map((each, at) => each * rates[at])),
      says: /stays from step to step/,
    },
  }),
  exercise({
    cell: "07-frameworks/test-faults",
    check: checkFrameworkFaults,
    right: faultOf,
    wrong: [
      { what: "another line", answer: faultBut("d", { line: 6 }) },
      { what: "c the other way round", answer: faultBut("c", { factor: 2 }), says: /other way round/ },
      { what: "all images in d", answer: faultBut("d", { images: 32 }) },
      { what: "numbers for two processes only", answer: (program) => faultOf(program, 16, 2), onlyHidden: true },
    ],
  }),
];
