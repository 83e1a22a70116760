/** The energy of a training, and its CO2. */
export { impliedGrid, publishedEmissions, publishedGrids, type Grid, type PublishedEmission } from "./emissions";
export { energyOf, energyRows, measureEnergy, WATTS_OF_CORE, type MeasuredEnergy } from "./measure-energy";
export { joulesOfSamples, powerSamples, samplePower } from "./power-samples";
export { joulesBetween, raplCounters } from "./rapl";
