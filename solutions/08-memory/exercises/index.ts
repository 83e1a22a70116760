/** Checks of this chapter's exercises, with the right answers: closed to students. */
export { checkKeptNumbers, type BlockSizes, type KeptNumbers } from "./memory-activations";
export { checkBestSegment, checkGates, checkHeldInputs, type GatedChain } from "./memory-checkpoints";
export {
  checkGptParameters,
  checkLedger,
  type GptSizes,
  type LedgerPrecision,
  type MemoryLedger,
} from "./memory-ledger";
export { checkMemoryMistakes, type FaultyProgram } from "./memory-mistakes";
export {
  checkFastestWay,
  checkStepTimes,
  type DeviceLimits,
  type StepTimes,
  type TrainingToFit,
  type WayToTrain,
} from "./sharded-choice";
export { checkZeroLedger, type ZeroLedger, type ZeroLevel } from "./sharded-ledger";
export { checkDividedStep, checkMeshStep, type DividedState, type MeshUpdate } from "./sharded-update";
