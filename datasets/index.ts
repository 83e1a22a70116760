/**
 * Images and texts to train on: reading, making up, augmenting and feeding them.
 * @module datasets
 */
export type { Dataset, ImageSet } from "./dataset";
export { cifar10 } from "./cifar10/cifar10";
export { synthetic } from "./synthetic/synthetic";
export { tinyimagenet } from "./tinyimagenet/tinyimagenet";
export { datasetNamed, datasetNames } from "./named";
export type { Feed, FeedBatch, FeedOptions } from "./feeds/feed";
export { deviceFeed } from "./feeds/device-feed";
export { hostFeed } from "./feeds/host-feed";
export { augmentations } from "./feeds/augmentation";
export { epochOrder } from "./feeds/order";
export { datasetAtHand } from "./at-hand";
export { textNamed, type TextDataset, type TextOptions } from "./text/load";
export { textFeed, windowsOf, type TextFeedOptions } from "./text/text-feed";
export { type Vocabulary, type VocabularyName } from "./text/vocabulary";
