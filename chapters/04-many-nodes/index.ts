/** What this chapter's cells call, and no other chapter. */
export { epochTimeByNodesFigure } from "./figures/epoch-time";
export { allReduceTimeFigure } from "./figures/all-reduce-time";
export { lossByImagesFigure } from "./figures/loss-by-images";
export { nodesStepsFigure } from "./figures/steps";
export { nodesTimelineFigure } from "./figures/timeline";
export { checkOwnNodesProgram } from "./measured/many-nodes-program";
export { checkOwnNodes, type NodesResults } from "./measured/many-nodes";
export { networkCells, type NetworkCell } from "./network-cells";
export { computeSecondsOf, epochParts, pairsOfWays, type EpochParts, type PairOfWays } from "./epoch-parts";
export { slowNodesRuns, type NodesSteps } from "./slow-nodes";
export { accumulateGains, openedTable } from "./study-tables";
export { measureStudy, studyCells, studyCost, type StudyCell } from "./study-cells";
export { nodesTimeline, type NodesTimeline, type Spell } from "./nodes-timeline";
