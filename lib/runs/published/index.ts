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
export { publishedInterruptions, type PublishedInterruptions } from "./llama3-interruptions";
export { localClusterRuns } from "./local-cluster";
export { publishedSteps, type PublishedStep } from "./mlperf-resnet50";
export { slowNodesRuns, type NodesSteps } from "./slow-nodes";
export { slowNetworkRuns, slowNetworkTable, type SlowNetworkRow } from "./slow-network";
