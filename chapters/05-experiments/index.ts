/** What this chapter's cells call, and no other chapter. */
export { dataFrame, type DataFrame, type GroupBy, type Series } from "./figures/data-frame";
export { differencesFigure } from "./figures/differences";
export { localClusterRuns } from "../../lib/runs/published/local-cluster";
export { checkOwnMean, type MeanResults } from "./measured/experiments";
