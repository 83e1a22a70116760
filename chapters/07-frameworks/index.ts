/** What this chapter's cells call, and no other chapter. */
export { trainIn, type ContenderOptions } from "./contenders/run";
export { accuracyTimeFigure } from "./figures/accuracy-time";
export { batchNeedFigure } from "./figures/batch-need";
export { gainFigure } from "./figures/gain";
export { frameworkThroughputFigure } from "./figures/throughput";
export * from "./frameworks";
export { frameworksAtHand, runFramework } from "./run-framework";
