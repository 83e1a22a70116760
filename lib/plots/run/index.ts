/** Figures of runs. */
export { timelineFigure } from "./timeline";
