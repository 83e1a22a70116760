/** What this chapter's cells call, and no other chapter. */
export { accelerationFigure } from "./figures/acceleration";
export { classesFigure } from "./figures/classes";
export { epochTimeFigure } from "./figures/epoch-time";
export { memoryFigure } from "./figures/memory";
export { parallelismsFigure } from "./figures/parallelisms";
export { rooflineFigure } from "./figures/roofline";
export { stepTimeFigure } from "./figures/step-time";
export { meanUtilisation, utilisationFigure } from "./figures/utilisation";
export { firstImages } from "./first-images";
export { jobRows } from "./job-rows";
export { jobScriptOf } from "./job-script";
export { checkOwnOneDevice, type OneDeviceResults } from "./measured/one-device";
export { fitMemory, memoryPoints, type MemoryFit, type MemoryPoint } from "./memory-model";
export { placedTrainings, type PlacedTraining } from "./placed-trainings";
export { asBfloat16, lossRows, measurePrecision, precisionRows, timesAsFast, type PrecisionRow } from "./precision";
export { h100Datasheet, roofsOf, type Ceiling } from "./roofline";
export { aloneRows, decodingCoreRows, joinedRows, medianRates, timeJpegs, type TimedJpegs } from "./time-jpegs";
