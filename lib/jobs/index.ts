/** Programs of the chapters, in processes of this machine and in Slurm's jobs. */
export type { NodesAtHand } from "./nodes-at-hand";
export { programArguments } from "./program-arguments";
export { programFile, runProgram, type ArgumentValues } from "./run-program";
