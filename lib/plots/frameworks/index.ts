/** Figures of a comparison of frameworks: throughput, time to an accuracy, and larger batches. */
export { accuracyTimeFigure, type TimeToAccuracy } from "./accuracy-time";
export { batchNeedFigure, type MeasuredNeed } from "./batch-need";
export { gainFigure } from "./gain";
export { frameworkThroughputFigure, type FrameworkThroughput } from "./throughput";
