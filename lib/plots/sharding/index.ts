/** Figures of models that are cut: layers, pipelines, meshes. */
export { cutLayerFigure } from "./cut-layer";
export { bubbleFigure, heldFigure } from "./held";
export { meshFigure } from "./mesh";
export { meshSearchFigure, meshSecondsFigure } from "./mesh-search";
export { scheduleFigure } from "./schedule";
