/** What this chapter's cells call, and no other chapter. */
export { checkOwnPrediction, type PredictionResults } from "./measured/predictions";
export { accuracyTable } from "./accuracy-table";
export { allReduceTable, allReduceTimes, type AllReduceRow } from "./all-reduces";
export { cheapest, cheapestTable, type Cheapest, type CheapestOptions, type PricedPlan } from "./cheapest";
export { comparedModels, studyModelTable, type ComparedModel } from "./compared-models";
export { meanRuns } from "./mean-runs";
export { paidRatio, type PaidRatio } from "./paid-ratio";
export { withLevels } from "./with-levels";
