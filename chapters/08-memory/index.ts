/** What this chapter's cells call, and no other chapter. */
export {
  chainGradients,
  chainMemory,
  type ChainMemory,
  type ChainSize,
  type ChainValues,
  type ForgottenLayer,
} from "./chain";
export { activationsFigure } from "./figures/activations";
export { chainFigure, heldInputsFigure } from "./figures/held-over-step";
export { statesFigure } from "./figures/parts";
export { memoryPriceFigure } from "./figures/price";
export { zeroFigure } from "./figures/zero";
export * from "./measured/memory";
export { checkpointRows, heldRows, lossRows, segmentRows, sentRows, stagesOf, stateRows, weightRows } from "./rows";
export { aboveRest, measureGpt, memoryOf, sentBy, trainWriter } from "./runs";
export { largestRows, linkRows, waysOnLinks } from "./ways";
