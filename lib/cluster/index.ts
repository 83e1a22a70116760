/**
 * A small Slurm cluster on one machine: starting it, looking at it, and stopping it.
 * @module cluster
 */
export { LocalCluster, runningCluster, runningClusters } from "./local-cluster";
export { bytesPerSecond, type ClusterOptions } from "./options";
export { installMissingPackages, missingPackages, whyNoCluster, whyNotRoot } from "./packages";
export { headAddress } from "./slurm-files";
export { startCluster } from "./start";
export type { ClusterStatus, JobStatus, NodeStatus } from "./status";
export type { CommandLine } from "../system/execute";
