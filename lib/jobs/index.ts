/**
 * Runs the chapters' programs, in processes of this machine and in Slurm jobs.
 * @module jobs
 */
export { ownCores } from "../system/cores";
export { runWorkers } from "./local-workers";
export type { NodesAtHand } from "./nodes-at-hand";
export { programArguments, type Arguments } from "./program-arguments";
export { programFile, runProgram, type ArgumentValues } from "./run-program";
