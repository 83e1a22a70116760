/** What this chapter's cells call, and no other chapter. */
export { idealAndExtraFigure } from "./figures/extra";
export { checkOwnNetworks, type NetworksResults } from "./measured/deeper-model";
export { checkDeeperProgram } from "./measured/deeper-program";
export { bookEpochPairs, extraRows, severalGpus, type BookEpoch, type EpochOnDevices } from "./book-epochs";
export { gpuRates, timesAsLong } from "./gpu-rates";
export { graphMemory } from "./graph-memory";
export { ofSameTraining, ownSizes } from "./own-sizes";
