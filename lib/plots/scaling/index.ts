/** Figures of scaling: the same training on more and more devices. */
export { epochTimeByDevicesFigure, startUpFigure, throughputByDevicesFigure } from "./bars";
export { costFigure } from "./cost";
export { efficiencyFigure } from "./efficiency";
export { modelName } from "./series";
export { speedupFigure } from "./speedup";
