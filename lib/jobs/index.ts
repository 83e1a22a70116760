/** Runs the chapters' programs, in processes of this machine and in Slurm jobs. */
export type { NodesAtHand } from "./nodes-at-hand";
export { programArguments } from "./program-arguments";
export { programFile, runProgram, type ArgumentValues } from "./run-program";
