/** Runs that others have published, as records of epochs. */
export { chapterRuns, chapterScalingRuns } from "./chapter";
export { localClusterRuns } from "./local-cluster";
export { slowNetworkRuns, slowNetworkTable } from "./slow-network";
