export { contradiction } from "./consistency";
export { checkOwnMean, type MeanResults } from "./experiments";
export { checkOwnNetworks, type NetworksResults } from "./deeper-model";
export { checkOwnNodes, type NodesResults } from "./many-nodes";
export { checkOwnOneDevice, type OneDeviceResults } from "./one-device";
export { checkOwnScaling, type ScalingResults } from "./mirrored";
export { ownRecords, ownRecordsIn, standInRecords, type OwnRecord, type OwnRecords } from "./own-records";
