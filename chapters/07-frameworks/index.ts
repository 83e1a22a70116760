/** What this chapter's cells call, and no other chapter. */
export { trainIn, type ContenderOptions } from "./contenders/run";
export { printExcerpt, printMistakes } from "./excerpts";
export { accuracyTimeFigure } from "./figures/accuracy-time";
export { batchNeedFigure } from "./figures/batch-need";
export { devicesFigure } from "./figures/devices";
export { gainFigure } from "./figures/gain";
export { gainsFigure } from "./figures/gains";
export { levellingFigure, type DeviceLevelling } from "./figures/levelling";
export { frameworkThroughputFigure, type FrameworkThroughput } from "./figures/throughput";
export { averagesRuns, batchRuns, frameworkRuns, frameworksStudy } from "./frameworks";
export type { AveragesRun, BatchRun, FrameworkEpoch, FrameworkRun } from "./frameworks";
export * from "./rows";
export { frameworksAtHand, runFramework } from "./run-framework";
export { pairRows, runPairs, shortcutRows, shortcutRuns, type Pair, type ShortcutRun } from "./shortcuts";
export { devicesRows, h100Steps, levellingRows, levellings, stepOf, studyRows } from "./sizes";
export type * from "./terms";
export { costOfSecond, gainRows, ownGain, ownSpeedup, rankRows, ratesOf, spreadOf, timesOf, wayRows } from "./ways";
