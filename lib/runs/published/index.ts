/** Runs that others have published, as records of epochs. */
export { chapterRuns, chapterScalingRuns, type ChapterModel } from "./chapter";
export { publishedInterruptions, type PublishedInterruptions } from "./llama3-interruptions";
export { publishedSteps, type PublishedStep } from "./mlperf-resnet50";
export { slowNetworkRuns, slowNetworkTable, type SlowNetworkRow } from "./slow-network";
