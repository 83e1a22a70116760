/** Runs that others have published, as records of epochs. */
export { chapterRuns, chapterScalingRuns, type ChapterModel } from "./chapter";
export { h100Peak, h100Rates, type H100Rate } from "./h100";
export { publishedSteps, type PublishedStep } from "./mlperf-resnet50";
export { slowNetworkRuns, slowNetworkTable, type SlowNetworkRow } from "./slow-network";
