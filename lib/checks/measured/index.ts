export { contradiction } from "./consistency";
export { checkOwnCores, type CoresResults } from "./cores";
export { checkOwnInput, type InputResults } from "./input";
export { checkOwnMirrored, type OwnProgramResults } from "./own-program";
export { checkOwnMean, type MeanResults } from "./experiments";
export { checkOwnPrediction, type PredictionResults } from "./predictions";
export { checkDeeperProgram } from "./deeper-program";
export { checkOwnNetworks, type NetworksResults } from "./deeper-model";
export { checkOwnNodes, type NodesResults } from "./many-nodes";
export {
  checkOwnActivations,
  checkOwnLedger,
  checkOwnZero,
  type ActivationsResults,
  type LedgerResults,
  type ZeroResults,
} from "./memory";
export { lossesOf } from "./losses";
export { checkOwnMeshes, type MeshResults } from "./model-parallel";
export { checkOwnNodesProgram } from "./many-nodes-program";
export { checkOwnOneDevice, type OneDeviceResults } from "./one-device";
export { checkOwnScaling, type ScalingResults } from "./mirrored";
export { ownRecords, ownRecordsIn, standInRecords, type OwnRecord, type OwnRecords } from "./own-records";
