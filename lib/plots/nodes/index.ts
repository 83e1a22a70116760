/** Figures of runs on several nodes. */
export { allReduceTimeFigure } from "./all-reduce-time";
export { epochTimeByNodesFigure } from "./epoch-time";
export { lossByImagesFigure } from "./loss-by-images";
export { nodesStepsFigure } from "./steps";
export { nodesTimelineFigure } from "./timeline";
