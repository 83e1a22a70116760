export type { MemoryLine, MendedLine } from "./answers";
export { Check, type Ground, type Trial, type Slip } from "./check";
export { compareGuess } from "./prediction";
export { whenWritten } from "./when-written";
export * from "./measured";
export type { AccountedJob } from "../slurm/accounting";
