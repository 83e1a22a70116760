export type { Entry } from "./enter";
export { LocalCluster, runningCluster, runningClusters } from "./local-cluster";
export { bytesPerSecond, type ClusterOptions } from "./options";
export { installPackages, missingPackages, missingPrograms, whyNoCluster, whyNotRoot } from "./packages";
export { headAddress } from "./slurm-files";
export { startCluster, type StartOptions } from "./start";
export type { ClusterStatus, JobStatus, NodeStatus } from "./status";
