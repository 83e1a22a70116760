import { mean, sum } from "simple-statistics";
import { type Check, checkAnswer, checkByCases } from "../../../lib/checks/check";
import type { Combination, MomentumRule } from "../../../chapters/07-frameworks/terms";

const IMAGES: [way: Combination, gradients: number[][], n: number][] = [
  ["mean of means", [[2, 4], [6, 8]], 2],
  ["sum over n", [[2, 4], [6, 8]], 4],
  ["mean of sums over n", [[2, 4], [6, 8]], 2],
  ["sum over n", [[2, 4], [6, 8]], 2],
  ["mean of sums over n", [[2, 4], [6, 8]], 4],
  ["mean of means", [[1, 2, 3], [10]], 3],
  ["sum over n", [[1, 2, 3], [10]], 4],
]; // prettier-ignore

function combined(way: Combination, gradients: number[][], n: number): number {
  if (way === "mean of means") return mean(gradients.map(mean));
  const all = sum(gradients.map(sum)) / n;
  return way === "sum over n" ? all : all / gradients.length;
}

/** Checks a function that combines the gradients of all images as the frameworks do, for a single weight. */
export const checkStepGradient = checkByCases("Who averages?", IMAGES, (way, gradients, n) => ({
  what: `${way}: ${gradients.map((each) => `[${each.join(", ")}]`).join(" and ")}, n = ${n}`,
  expected: combined(way, gradients, n),
  slips: [
    [mean(gradients.flat()), "This is the mean over all images. Follow the way that is asked for, step by step."],
    [combined("mean of sums over n", gradients, n), "Here the processes' sums are added up, not averaged."],
    [combined("sum over n", gradients, n), "Here the all-reduce averages: it also divides by the number of processes."],
    [sum(gradients.map(mean)), "The all-reduce averages here, it does not add up."],
  ],
}));

/** The programs whose divisor the exercise asks for. */
export type DividingProgram = "pytorch-ddp" | "tensorflow" | "tensorflow-horovod" | "mxnet-horovod" | "mxnet-kvstore";

const DIVISIONS: [program: DividingProgram, localBatch: number, processes: number][] = [
  ["pytorch-ddp", 16, 2],
  ["tensorflow", 16, 2],
  ["tensorflow-horovod", 16, 2],
  ["mxnet-horovod", 16, 2],
  ["mxnet-kvstore", 16, 2],
];

const addsUp = (program: DividingProgram): boolean => program === "tensorflow" || program === "mxnet-kvstore";

/** Checks a function that gives the number by which each process divides the sum of its images' gradients. */
export const checkDivisor = checkByCases("Read four programs", DIVISIONS, (program, localBatch, processes) => ({
  what: `${program}, ${processes} processes with ${localBatch} images each`,
  expected: addsUp(program) ? localBatch * processes : localBatch,
  slips: [
    [localBatch * processes, "Who averages here? Then it must not be divided by the processes twice."],
    [localBatch, "Here the all-reduce adds up. If each process gives a mean, what is their sum?"],
    [processes, "The gradients come from sums over images: how many images are there?"],
  ],
}));

const MOMENTUM: [rule: MomentumRule, gradients: number[], rates: number[], momentum: number, weight: number][] = [
  ["rate after", [1, 1], [0.1, 0.1], 0.9, 1],
  ["rate before", [1, 1], [0.1, 0.1], 0.9, 1],
  ["rate after", [1, 1], [0.1, 0.2], 0.9, 1],
  ["rate before", [1, 1], [0.1, 0.2], 0.9, 1],
  ["rate after", [2, -1, 3], [0.1, 0.2, 0.4], 0.5, 0],
  ["rate before", [2, -1, 3], [0.1, 0.2, 0.4], 0.5, 0],
];

interface Turned {
  /** The velocity starts with each step anew, or the weight moves up the gradient. */
  slip?: "forgets" | "uphill";
}

function weightAfter(rule: MomentumRule, gradients: number[], rates: number[], momentum: number, start: number, { slip }: Turned = {}) {
  let [velocity, weight] = [0, start];
  gradients.forEach((gradient, step) => {
    const before = slip === "forgets" ? 0 : momentum * velocity;
    velocity = before + (rule === "rate before" ? rates[step] : 1) * gradient;
    const move = (rule === "rate before" ? 1 : rates[step]) * velocity;
    weight += slip === "uphill" ? move : -move;
  });
  return weight;
} // prettier-ignore

/** Checks a function that gives the weight after some steps of SGD with momentum, as each framework writes it. */
export const checkMomentum = checkByCases(
  "The same numbers, other weights",
  MOMENTUM,
  (rule, gradients, rates, momentum, weight) => {
    const after = (which: MomentumRule, turned?: Turned) => weightAfter(which, gradients, rates, momentum, weight, turned);
    return {
      what: `${rule}: gradients ${gradients.join(", ")}, rates ${rates.join(", ")}, momentum ${momentum}, from ${weight}`,
      expected: after(rule),
      slips: [
        [after(rule === "rate after" ? "rate before" : "rate after"), "That is the other rule."],
        [after(rule, { slip: "uphill" }), "The weight moves against the gradient."],
        [after(rule, { slip: "forgets" }), "The velocity stays from step to step."],
      ],
    };
  },
); // prettier-ignore

/** The names of the programs in `chapters/07-frameworks/programs/mistakes`. */
export type FaultyFramework = "a" | "b" | "c" | "d";

/** Where a program is wrong, and what that does to a step. */
export interface FrameworkFault {
  /** The number of the line, from 1. */
  line: number;
  /** How many times as large as it should be the gradient of a step is. */
  factor: number;
  /** Different images that a step sees. */
  images: number;
}

const faults: Record<FaultyFramework, (localBatch: number, processes: number) => FrameworkFault> = {
  a: (local, processes) => ({ line: 7, factor: local, images: local * processes }),
  b: (local, processes) => ({ line: 7, factor: processes, images: local * processes }),
  c: (local, processes) => ({ line: 8, factor: 1 / processes, images: local * processes }),
  d: (local) => ({ line: 5, factor: 1, images: local }),
};

const FAULTS: [localBatch: number, processes: number] = [16, 2];

/**
 * Checks a function that names each program's wrong line, and what it does to a step.
 * @param settings The local batch and the processes to ask for.
 */
export function checkFrameworkFaults(
  faultOf: (program: FaultyFramework, localBatch: number, processes: number) => FrameworkFault,
  settings: [localBatch: number, processes: number][] = [FAULTS],
): Check {
  return checkAnswer("Four programs, four mistakes", faultOf, (faultOf) => settings.flatMap(([localBatch, processes]) =>
    (Object.keys(faults) as FaultyFramework[]).flatMap((program) => {
      const right = faults[program](localBatch, processes);
      const what = `program ${program}, ${processes} processes with ${localBatch} images`;
      const given = (part: keyof FrameworkFault) => () =>
        (faultOf(program, localBatch, processes) as FrameworkFault | undefined)?.[part];
      return [
        { what: `${what}: the line`, call: given("line"), expected: right.line, secret: true },
        {
          what: `${what}: the gradient`,
          call: given("factor"),
          expected: right.factor,
          secret: true,
          slips: [
            [1 / right.factor, "The other way round: how many times as large as it should be is it?"] as [number, string],
          ],
        },
        { what: `${what}: the images`, call: given("images"), expected: right.images, secret: true },
      ];
    }),
  ));
} // prettier-ignore
