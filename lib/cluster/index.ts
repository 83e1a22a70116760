export type { Entry } from "./enter";
export { LocalCluster, runningCluster, runningClusters } from "./local-cluster";
export type { ClusterOptions } from "./options";
export { installPackages, missingPackages, whyNoCluster } from "./packages";
export { startCluster, type StartOptions } from "./start";
export type { ClusterStatus, JobStatus, NodeStatus } from "./status";
