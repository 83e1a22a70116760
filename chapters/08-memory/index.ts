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
export { heldOverStepFigure } from "./figures/held-over-step";
export { memoryPartsFigure } from "./figures/parts";
export { memoryPriceFigure } from "./figures/price";
export { zeroFigure } from "./figures/zero";
export * from "./measured/memory";
