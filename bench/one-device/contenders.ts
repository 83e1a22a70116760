import { node, python, type Contender } from "../turns/contender";
import type { Precision } from "../workers/protocol";

/** The values of `--peers`. */
export const peerNames = ["ours", "keras", "torch", "tfjs"] as const;
export type PeerName = (typeof peerNames)[number];

/** One way to train on one device. */
interface Way extends Pick<Contender, "name" | "command"> {
  peer: PeerName | "matmul" | "before";
  precisions: readonly Precision[];
}

const both: readonly Precision[] = ["float32", "bfloat16"];

/** All ways to train, in the order in which they take turns. */
export const ways: readonly Way[] = [
  { name: "ours", peer: "ours", precisions: both, command: node("ours") },
  { name: "keras 3", peer: "keras", precisions: both, command: python("keras", "keras_fit.py") },
  {
    ...{ name: "keras legacy", peer: "keras", precisions: both },
    command: python("keras", "keras_fit.py", { TF_USE_LEGACY_KERAS: "1" }),
  },
  { name: "pytorch", peer: "torch", precisions: both, command: python("torch", "torch_step.py") },
  { name: "tfjs-layers", peer: "tfjs", precisions: ["float32"], command: node("tfjs-layers") },
];

/** This engine in an earlier state of the workbook. */
export const before = (workbook: string): Way => ({
  ...{ name: "ours, before", peer: "before", precisions: both },
  command: node("ours", workbook),
});

/** Measures how fast the machine multiplies matrices, in turn with the others. */
export const matmul: Way = { name: "matmul", peer: "matmul", precisions: both, command: node("matmul") };

/** Whether a peer runs in Python. This engine has to be as fast as those. */
export const isPython = (peer: string): boolean => peer === "keras" || peer === "torch";
