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

const legacy = { TF_USE_LEGACY_KERAS: "1" };
const keras = (name: string, switches: Record<string, string>): Way => ({
  ...{ name, peer: "keras", precisions: both },
  command: python("keras", "keras_fit.py", switches),
});
const torch = (name: string, switches: Record<string, string>): Way => ({
  ...{ name, peer: "torch", precisions: both },
  command: python("torch", "torch_step.py", switches),
});

/** All ways to train, in the order in which they take turns. */
export const ways: readonly Way[] = [
  { name: "ours", peer: "ours", precisions: both, command: node("ours") },
  keras("keras 3", {}),
  keras("keras legacy", legacy),
  torch("pytorch", {}),
  { name: "tfjs-layers", peer: "tfjs", precisions: ["float32"], command: node("tfjs-layers") },
];

/** The Python peers with one switch of theirs turned: is one of them faster so? */
export const switched: readonly Way[] = [
  keras("keras 3, XLA off", { BENCH_XLA: "off" }),
  keras("keras legacy, XLA on", { ...legacy, BENCH_XLA: "on" }),
  keras("keras legacy, tf.data not tuned", { ...legacy, BENCH_INPUT: "not tuned" }),
  keras("keras legacy, 1 op at a time", { ...legacy, BENCH_OPS_AT_A_TIME: "1" }),
  torch("pytorch, channels first", { BENCH_LAYOUT: "channels first" }),
  torch("pytorch, compiled", { BENCH_COMPILED: "1" }),
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
