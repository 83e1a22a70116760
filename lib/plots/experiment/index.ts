/** Figures of experiments: what replicates say, and what models say of them. */
export { timeToAccuracyFigure } from "./accuracy";
export { interactionFigure } from "./interaction";
export { intervalsFigure } from "./intervals";
export { meansFigure } from "./means";
export { predictedFigure } from "./predicted";
export { residualsFigure } from "./residuals";
export { runOrderFigure } from "./run-order";
export { timeModelsFigure, type TimeCurves } from "./time-models";
export { timeSurfaceFigure } from "./time-surface";
