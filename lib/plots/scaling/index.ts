/** Figures of scaling: the same training on more and more devices. */
export { epochTimeByDevicesFigure, startUpFigure, throughputByDevicesFigure } from "./bars";
export { allReduceWaysFigure, type TimedWay } from "./all-reduce-ways";
export { costFigure } from "./cost";
export { efficiencyFigure } from "./efficiency";
export { idealAndExtraFigure } from "./extra";
export { mirroredStepFigure } from "./mirrored-step";
export { parallelismsFigure } from "./parallelisms";
export { modelName } from "./series";
export { speedupFigure } from "./speedup";
