/** Figures of plans. */
export { frontierFigure } from "./frontier";
