/** Figures of trainings on nodes that fail. */
export { checkpointIntervalFigure, type IntervalMarks } from "./checkpoint-interval";
export { failuresTimelineFigure } from "./timeline";
