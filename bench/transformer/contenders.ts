import { precisions, type Way } from "../turns/by-precision";
import { node, python } from "../turns/contender";

/** The values of `--peers`. */
export const peerNames = ["ours", "torch", "torch-compiled", "keras"] as const;

const torch = (name: string, peer: string, switches: Record<string, string>): Way => ({
  ...{ name, peer, precisions },
  command: python("torch", "torch_gpt.py", switches),
});

/** All ways to train, in the order in which they take turns. */
export const ways: readonly Way[] = [
  { name: "ours", peer: "ours", precisions, command: node("gpt") },
  torch("pytorch", "torch", {}),
  torch("pytorch, compiled", "torch-compiled", { BENCH_COMPILED: "1" }),
  { name: "keras 3", peer: "keras", precisions, command: python("keras", "keras_gpt.py") },
];

/** This engine in an earlier state of the workbook. */
export const before = (workbook: string): Way => ({
  ...{ name: "ours, before", peer: "before", precisions },
  command: node("gpt", workbook),
});
