import { join } from "node:path";
import { peerProgram, pythonWith } from "../peers/environment";
import type { Precision } from "../workers/protocol";
import type { WorkerCommand } from "../workers/worker";

/** What can be chosen with `--peers`. */
export const peerNames = ["ours", "keras", "torch", "tfjs"] as const;
export type PeerName = (typeof peerNames)[number];

/** One way to train, at one precision. */
export interface Contender {
  /** For tables, and as the key in the result: `keras 3`. */
  name: string;
  peer: PeerName | "matmul";
  precisions: readonly Precision[];
  /** How to start it; installs what it needs first. */
  command(say: (line: string) => void): Promise<WorkerCommand>;
}

const both: readonly Precision[] = ["float32", "bfloat16"];

const node = (program: string) => async (): Promise<WorkerCommand> => ({
  command: [process.execPath, join(__dirname, "..", "workers", `${program}.js`)],
});

const python =
  (environment: "keras" | "torch", program: string, env: Record<string, string> = {}) =>
  async (say: (line: string) => void): Promise<WorkerCommand> => ({
    command: [await pythonWith(environment, say), peerProgram(program)],
    // Nothing is written beside the code.
    env: { ...env, PYTHONDONTWRITEBYTECODE: "1" },
  });

/** All contenders, in the order in which they take turns. */
export const contenders: readonly Contender[] = [
  { name: "ours", peer: "ours", precisions: both, command: node("ours") },
  { name: "keras 3", peer: "keras", precisions: both, command: python("keras", "keras_fit.py") },
  {
    ...{ name: "keras legacy", peer: "keras", precisions: both },
    command: python("keras", "keras_fit.py", { TF_USE_LEGACY_KERAS: "1" }),
  },
  { name: "pytorch", peer: "torch", precisions: both, command: python("torch", "torch_step.py") },
  { name: "tfjs-layers", peer: "tfjs", precisions: ["float32"], command: node("tfjs-layers") },
];

/** The machine's own rate, measured between the others. */
export const matmul: Contender = { name: "matmul", peer: "matmul", precisions: both, command: node("matmul") };

/** Python's are those that this engine has to be as fast as. */
export const isPython = ({ peer }: Pick<Contender, "peer">): boolean => peer === "keras" || peer === "torch";
