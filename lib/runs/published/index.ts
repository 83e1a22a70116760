/** Runs that others have published, as records of epochs. */
export { chapterRuns, chapterScalingRuns, type ChapterModel } from "./chapter";
export {
  averagesRuns,
  batchRuns,
  frameworkRuns,
  frameworksStudy,
  type AveragesRun,
  type BatchRun,
  type FrameworkEpoch,
  type FrameworkRun,
} from "./frameworks";
export { publishedMeshes, type PublishedMesh } from "./llama-405b";
export { localClusterRuns } from "./local-cluster";
export { slowNodesRuns, type NodesSteps } from "./slow-nodes";
export { slowNetworkRuns, slowNetworkTable, type SlowNetworkRow } from "./slow-network";
