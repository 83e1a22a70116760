/** What this chapter's cells call, and no other chapter. */
export { energyRows, impliedGrid, measureEnergy, publishedEmissions, publishedGrids } from "./energy";
export type { Grid, MeasuredEnergy, PublishedEmission } from "./energy";
export { checkpointIntervalFigure } from "./figures/checkpoint-interval";
export { perDeviceFigure } from "./figures/per-device";
export { scaleErrorsFigure } from "./figures/scale-errors";
export { slowestFigure } from "./figures/slowest";
export { failuresTimelineFigure } from "./figures/timeline";
export { goodputByInterval, intervalsAround, type IntervalGoodput } from "./goodput-by-interval";
export { killAndResume } from "./kill-and-resume";
export { llama3Mtbf, llama3Run, publishedInterruptions, type PublishedInterruptions } from "./llama3";
