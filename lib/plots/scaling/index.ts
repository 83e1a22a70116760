/** Figures of scaling: the same training on more and more devices. */
export { costFigure } from "./cost";
export { efficiencyFigure } from "./efficiency";
export { epochTimeByDevicesFigure } from "./epoch-time";
export { idealAndExtraFigure } from "./extra";
export { mirroredStepFigure } from "./mirrored-step";
export { parallelismsFigure } from "./parallelisms";
export { modelName } from "./series";
export { speedupFigure } from "./speedup";
export { startUpFigure } from "./start-up";
export { throughputByDevicesFigure } from "./throughput";
