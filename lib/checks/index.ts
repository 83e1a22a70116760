/**
 * What checks of exercises share: a guess against what was measured, and a student's own records.
 * @module checks
 */
export type { MemoryLine, MendedLine } from "./answers";
export { Check, type Ground, type Trial, type Slip } from "./check";
export type { Points } from "./points";
export { compareGuess } from "./prediction";
export { whenWritten } from "./when-written";
export { lossesOf, ownRecords, standInRecords, type OwnRecord, type OwnRecords } from "./measured";
export type { AccountedJob } from "../slurm/accounting";
