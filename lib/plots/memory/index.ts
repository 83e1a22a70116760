/** Figures of a training's memory: its parts, its activations, a step from beginning to end, and what dividing it costs. */
export { activationsFigure, type MeasuredTokens } from "./activations";
export { heldOverStepFigure, type Held } from "./held-over-step";
export { memoryPartsFigure, type MemoryBar } from "./parts";
export { memoryPriceFigure, type PricedWay, type WaysOfLink } from "./price";
export { zeroFigure, type LevelMemory } from "./zero";
