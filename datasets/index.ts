export type { Dataset, DatasetOptions, ImageSet } from "./dataset";
export { cifar10, type Cifar10Options } from "./cifar10/cifar10";
export { synthetic, type SyntheticOptions } from "./synthetic/synthetic";
export { tinyimagenet, type TinyImageNetOptions } from "./tinyimagenet/tinyimagenet";
export { datasetNamed, datasetNames, type DatasetName } from "./named";
export type { Feed, FeedBatch, FeedOptions } from "./feeds/feed";
export { deviceFeed } from "./feeds/device-feed";
export { hostFeed, type HostFeedOptions } from "./feeds/host-feed";
export { epochOrder } from "./feeds/order";
export {
  publishedRuns,
  publishedScalingRuns,
  type PublishedModel,
  type PublishedOptions,
  type PublishedScalingOptions,
} from "./published/published";
export { publishedStudy, publishedStudyRuns, type StudyModel, type StudyRun } from "./published/study";
export { localClusterRuns } from "./published/local-cluster";
export { chapterTable, type ChapterRow } from "./published/chapter-table";
export { datasetAtHand } from "./at-hand";
