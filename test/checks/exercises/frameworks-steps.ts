import { checkDivisor, checkFrameworkFaults, checkMomentum, checkStepGradient } from "../../../lib/checks";
import type { FaultyFramework, FrameworkFault, MomentumRule } from "../../../lib/checks";
import { exercise } from "../exercise";

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: number[]): number => sum(values) / values.length;

/** Programs a to d, with some of a student's parts. */
const faults =
  (change: Partial<Record<FaultyFramework, Partial<FrameworkFault>>> = {}) =>
  (program: FaultyFramework, local: number, processes: number): FrameworkFault => {
    const right = {
      a: { line: 7, factor: local, images: processes * local },
      b: { line: 7, factor: processes, images: processes * local },
      c: { line: 8, factor: 1 / processes, images: processes * local },
      d: { line: 5, factor: 1, images: local },
    };
    return { ...right[program], ...change[program] };
  };

const velocities = (rule: MomentumRule, gradients: number[], rates: number[], momentum: number, weight: number) => {
  const scaled = gradients.map((gradient, at) => (rule === "rate before" ? rates[at] : 1) * gradient);
  const moves = scaled.map((_, at) => {
    const velocity = scaled.slice(0, at + 1).reduce((v, each) => momentum * v + each, 0);
    return rule === "rate before" ? velocity : rates[at] * velocity;
  });
  return weight - sum(moves);
};

export const exercises = [
  exercise({
    what: "the gradient of a step",
    cell: "07-frameworks/test-step-gradient",
    check: checkStepGradient,
    right: [
      (way, gradients, n) => {
        if (way === "mean of means") return mean(gradients.map(mean));
        const all = sum(gradients.flat());
        return way === "sum over n" ? all / n : all / n / gradients.length;
      },
      (way, gradients, n) => {
        let total = 0;
        for (const each of gradients) total += sum(each) / (way === "mean of means" ? each.length : n);
        return way === "sum over n" ? total : total / gradients.length;
      },
    ],
    wrong: [
      { what: "always the mean", answer: (_, gradients) => mean(gradients.flat()), says: /Follow the way/ },
      {
        what: "always added up",
        answer: (way, gradients, n) => sum(gradients.map((each) => (way === "mean of means" ? mean(each) : sum(each) / n))),
        says: /averages/,
      },
      {
        what: "always averaged",
        answer: (way, gradients, n) => mean(gradients.map((each) => (way === "mean of means" ? mean(each) : sum(each) / n))),
        says: /added up, not averaged/,
      },
    ],
  }),
  exercise({
    what: "the divisor of a program",
    cell: "07-frameworks/test-divisor",
    check: checkDivisor,
    right: [
      (program, local, processes) =>
        program === "tensorflow" || program === "mxnet-kvstore" ? processes * local : local,
      (program, local, processes) => local * (/ddp|horovod/.test(program) ? 1 : processes),
    ],
    wrong: [
      { what: "always the local batch", answer: (_, local) => local, says: /adds up/ },
      { what: "always the global batch", answer: (_, local, processes) => local * processes, says: /twice/ },
      {
        what: "MXNet alike",
        answer: (program, local, processes) => (/tensorflow$|mxnet/.test(program) ? local * processes : local),
        says: /Who averages/,
      },
    ],
  }),
  exercise({
    what: "two rules of momentum",
    cell: "07-frameworks/test-momentum",
    check: checkMomentum,
    right: [
      velocities,
      (rule, gradients, rates, momentum, weight) => {
        let [v, w] = [0, weight];
        for (let step = 0; step < rates.length; step++) {
          v *= momentum;
          v += rule === "rate after" ? gradients[step] : gradients[step] * rates[step];
          w -= rule === "rate after" ? v * rates[step] : v;
        }
        return w;
      },
    ],
    wrong: [
      {
        what: "one rule for both",
        answer: (_, ...rest) => velocities("rate after", ...rest),
        says: /the other rule/,
      },
      {
        what: "uphill",
        answer: (rule, gradients, rates, momentum, weight) =>
          2 * weight - velocities(rule, gradients, rates, momentum, weight),
        says: /against the gradient/,
      },
      {
        what: "no velocity",
        answer: (_, gradients, rates, __, weight) => weight - sum(gradients.map((each, at) => each * rates[at])),
        says: /stays from step to step/,
      },
    ],
  }),
  exercise({
    what: "four mistakes in four programs",
    cell: "07-frameworks/test-faults",
    check: checkFrameworkFaults,
    right: [
      faults(),
      (program, local, processes) => ({
        line: { a: 7, b: 7, c: 8, d: 5 }[program],
        factor: program === "a" ? local : program === "b" ? processes : program === "c" ? 1 / processes : 1,
        images: program === "d" ? local : local * processes,
      }),
    ],
    wrong: [
      { what: "another line", answer: faults({ d: { line: 6 } }) },
      { what: "c the other way round", answer: faults({ c: { factor: 2 } }), says: /other way round/ },
      { what: "all images in d", answer: faults({ d: { images: 32 } }) },
      { what: "a sum of all processes in a", answer: faults({ a: { factor: 32 } }) },
      { what: "numbers for two processes only", answer: (program) => faults()(program, 16, 2), onlyHidden: true },
    ],
  }),
]; // prettier-ignore
