import { precisions, type Way } from "../turns/by-precision";
import { node, python } from "../turns/contender";

/** The values of `--peers`. */
export const peerNames = ["ours", "keras", "torch", "tfjs"] as const;

const legacy = { TF_USE_LEGACY_KERAS: "1" };
const keras = (name: string, switches: Record<string, string>): Way => ({
  ...{ name, peer: "keras", precisions },
  command: python("keras", "keras_fit.py", switches),
});
const torch = (name: string, switches: Record<string, string>): Way => ({
  ...{ name, peer: "torch", precisions },
  command: python("torch", "torch_step.py", switches),
});

/** All ways to train, in the order in which they take turns. */
export const ways: readonly Way[] = [
  { name: "ours", peer: "ours", precisions, command: node("ours") },
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
  ...{ name: "ours, before", peer: "before", precisions },
  command: node("ours", workbook),
});

/** Whether a peer runs in Python. This engine has to be as fast as those. */
export const isPython = (peer: string): boolean => peer === "keras" || peer === "torch";
