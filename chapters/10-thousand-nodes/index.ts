/** What this chapter's cells call, and no other chapter. */
export { energyRows, impliedGrid, measureEnergy, publishedEmissions, publishedGrids } from "./energy";
export type { Grid, MeasuredEnergy, PublishedEmission } from "./energy";
export { checkpointIntervalFigure } from "./figures/checkpoint-interval";
export { perDeviceFigure, type DeviceRate } from "./figures/per-device";
export { scaleErrorsFigure, type ScaleGuess } from "./figures/scale-errors";
export { slowestFigure, type SlowestCurve } from "./figures/slowest";
export { failuresTimelineFigure } from "./figures/timeline";
export { goodputByInterval, intervalsAround, type IntervalGoodput } from "./goodput-by-interval";
export { guessedCosts, intervalRows, invoiceColumns, killsRows, nodeRows, saveRows, slowestCurves } from "./job-rows";
export { killAndResume, smallTraining, type TrainingToKill } from "./kill-and-resume";
export { llama3Mtbf, llama3Run, publishedInterruptions, type PublishedInterruptions } from "./llama3";
export {
  asStep,
  efficientRows,
  errorOf,
  kindErrorRows,
  kindRows,
  meanOf,
  misfitRows,
  predictByLine,
  predictByModel,
  predictionRows,
  ratesOf,
  scaleGuesses,
  stepRows,
  suspectRows,
  timeBy,
  type GpuStep,
} from "./scaled-steps";
