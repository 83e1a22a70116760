/** What this chapter's cells call, and no other chapter. */
export { allReduceTimeFigure } from "./figures/all-reduce-time";
export { lossByImagesFigure } from "./figures/loss-by-images";
export { nodesStepsFigure } from "./figures/steps";
export { nodesTimelineFigure } from "./figures/timeline";
export { checkOwnNodesProgram } from "./measured/many-nodes-program";
export { checkOwnNodes, type NodesResults } from "./measured/many-nodes";
export { networkCells } from "./network";
export { computeSecondsOf, epochParts, pairsOfWays } from "./parts";
export { slowNodesRuns, type NodesSteps } from "./slow-nodes";
export { measureStudy, studyCells, studyCost } from "./study-cells";
export { nodesTimeline } from "./timeline";
