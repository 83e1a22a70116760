/** What this chapter's cells call, and no other chapter. */
export { dataFrame, type DataFrame, type GroupBy, type Series } from "./figures/data-frame";
export { differencesFigure } from "./figures/differences";
export { studyMeansFigure } from "./figures/study-means";
export { designTable, orderTable } from "./design-tables";
export { differences, type Difference } from "./differences";
export { driftTable, withDrift } from "./drift";
export { localClusterRuns } from "../../lib/runs/published/local-cluster";
export { checkOwnMean, type MeanResults } from "./measured/experiments";
export { madeUpExperiments } from "./made-up-experiments";
export { runRows, runsAt, type RunRow } from "./run-rows";
export { startsByNodes } from "./starts-by-nodes";
export { studyIntervals, studyTable, type StudyInterval } from "./study-intervals";
export { modeRatio, threeExperiments, type ComparedRun } from "./three-experiments";
export { spreadOf, spreadRows, type Spread, type SpreadLevel } from "./spread";
