/** What this chapter's cells call, and no other chapter. */
export { idealAndExtraFigure } from "./figures/extra";
export { checkOwnNetworks, type NetworksResults } from "./measured/deeper-model";
export { checkDeeperProgram } from "./measured/deeper-program";
