/** What this chapter's cells call, and no other chapter. */
export { epochTimeByNodesFigure } from "./figures/epoch-time";
export { allReduceTimeFigure } from "./figures/all-reduce-time";
export { lossByImagesFigure } from "./figures/loss-by-images";
export { nodesStepsFigure } from "./figures/steps";
export { nodesTimelineFigure } from "./figures/timeline";
export { checkOwnNodesProgram, smallTraining } from "./measured/many-nodes-program";
export { checkOwnNodes, type NodesResults } from "./measured/many-nodes";
export { allReducesOnWire } from "./network-cells";
export { elsewhereTable, partsOf, partsTable, type EpochParts, type PartsOfPair } from "./epoch-parts";
export { lastLoss, learningTable, learnOnTwo } from "./learning";
export { slowNodesRuns, type NodesSteps } from "./slow-nodes";
export { accumulateGains, crossingTable, firstFaster, openedTable, planOf, pointOf, worstError } from "./study-tables";
export { measureStudy, studyCells, studyCost, type StudyCell } from "./study-cells";
export { nodesTimeline, type NodesTimeline, type Spell } from "./nodes-timeline";
