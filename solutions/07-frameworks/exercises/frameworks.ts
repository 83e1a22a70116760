import { type Check, checkAnswer, checkByCases } from "../../../lib/checks/check";
import type { Comparison, GainToAccuracy, TrainingSettings } from "../../../chapters/07-frameworks/terms";

const GAINS: [times: number, devices: number, epochsOnOne: number, epochsOnAll: number][] = [
  [10.11, 12, 100, 100],
  [10.11, 12, 100, 150],
  [10.11, 12, 60, 660],
  [3.2, 4, 30, 24],
];

/** Checks a function that gives a parallel training's efficiency, and its gain in the time to an accuracy. */
export const checkGainToAccuracy = checkByCases("What the study claims", GAINS, (times, devices, onOne, onAll) => {
  const right: GainToAccuracy = { efficiency: times / devices, toAccuracy: (times * onOne) / onAll };
  return {
    what: `${times} times the images a second on ${devices} devices, ${onAll} epochs instead of ${onOne}`,
    expected: right,
    slips: [
      [{ ...right, toAccuracy: times }, "The training also needs another number of epochs."],
      [{ ...right, toAccuracy: (times * onAll) / onOne }, "More epochs make a training longer, not shorter."],
      [{ toAccuracy: right.efficiency * (onOne / onAll) }, "This is the gain for each device: all of them train together."],
      [{ ...right, efficiency: 100 * right.efficiency }, "Give the share from 0 to 1, not in percent."],
      [{ ...right, efficiency: devices / times }, "The ideal speedup is the number of devices: divide by it."],
    ],
  };
}); // prettier-ignore

/** The statements about the study. */
export type FrameworkClaim = "a" | "b" | "c" | "d" | "e" | "f";

/** What a statement adds to a measurement. */
export type ClaimKind = "measured" | "beyond" | "cause";

const claims: Record<FrameworkClaim, ClaimKind> = {
  ...{ a: "measured", b: "beyond", c: "measured" },
  ...{ d: "cause", e: "beyond", f: "cause" },
};

const claimHints: Record<ClaimKind, string> = {
  measured: "Does the statement say more than what was observed, on those devices and with that network?",
  beyond: "The statement is about devices, networks or versions that were not measured.",
  cause: "The statement says why. Was the reason varied while all else stayed the same?",
};

/** Checks a function that says whether statements about the study were measured, go beyond, or name a cause. */
export function checkClaims(kindOf: (claim: FrameworkClaim) => ClaimKind): Check {
  return checkAnswer("What is the evidence?", kindOf, (kindOf) =>
    (Object.keys(claims) as FrameworkClaim[]).map((claim) => ({
      what: `statement ${claim}`,
      call: () => kindOf(claim),
      expected: claims[claim],
      secret: true,
      slips: (["measured", "beyond", "cause"] as const).map((kind) => [kind, claimHints[claims[claim]]]),
    })),
  );
}

const base: TrainingSettings = {
  ...{ framework: "pytorch-ddp", processes: 2, threads: 1, localBatch: 32 },
  ...{ gradients: "float32", firstEpoch: "left out" },
};

const PAIRS: [one: TrainingSettings, other: TrainingSettings, about: Comparison][] = [
  [base, { ...base, framework: "tensorflow" }, "framework"],
  [base, { ...base, framework: "tensorflow", threads: 2, firstEpoch: "counted" }, "framework"],
  [{ ...base, processes: 1 }, base, "weak scaling"],
  [{ ...base, processes: 1, localBatch: 64 }, base, "weak scaling"],
  [base, { ...base, processes: 4, gradients: "float16" }, "weak scaling"],
  [{ ...base, processes: 1, localBatch: 64 }, base, "strong scaling"],
  [{ ...base, processes: 1 }, base, "strong scaling"],
  [{ ...base, processes: 1, localBatch: 64 }, { ...base, framework: "tensorflow" }, "strong scaling"],
  [base, { ...base, framework: "tensorflow", localBatch: 64, gradients: "float16" }, "framework"],
];

const names = Object.keys(base) as (keyof TrainingSettings)[];

/** The settings that make a comparison unfair, in alphabetical order. */
function unequal(one: TrainingSettings, other: TrainingSettings, about: Comparison): string[] {
  const free: readonly string[] = { framework: ["framework"], "weak scaling": ["processes"], "strong scaling": ["processes", "localBatch"] }[about]; // prettier-ignore
  const differing = names.filter((name) => one[name] !== other[name] && !free.includes(name));
  const [batch, otherBatch] = [one, other].map(({ processes, localBatch }) => processes * localBatch);
  if (about === "strong scaling" && batch !== otherBatch) differing.push("localBatch");
  return differing.sort();
}

/** Checks a function that names the settings of a comparison that should be equal, and are not. */
export const checkUnequalSettings = checkByCases("A fair comparison", PAIRS, (one, other, about) => {
  const differing = names.filter((name) => one[name] !== other[name]).sort();
  const right = unequal(one, other, about);
  const settings = ({ framework, processes, localBatch }: TrainingSettings): string =>
    `${framework}, ${processes} x ${localBatch}`;
  return {
    what: `${settings(one)} against ${settings(other)} (${about})`,
    expected: right,
    slips: [
      [differing, "What the comparison is about may differ."],
      [right.filter((name) => name !== "localBatch"), "Look at the batch: which one has to be equal here, a process's or a step's?"],
      [[...right, "localBatch"].sort(), "Look at the batch: which one has to be equal here, a process's or a step's?"],
      [[...right].reverse(), "Sort the names alphabetically."],
    ],
  };
}); // prettier-ignore
