/** Runs that others have published, as records of epochs. */
export {
  chapterRuns,
  chapterScalingRuns,
  type ChapterModel,
  type ChapterOptions,
  type ChapterScalingOptions,
} from "./chapter";
export { localClusterRuns } from "./local-cluster";
export { slowNetworkRuns, slowNetworkTable, type SlowNetworkRow } from "./slow-network";
