/** What this chapter's cells call, and no other chapter. */
export { checkOwnPrediction, type PredictionResults } from "./measured/predictions";
export { accuracyTable } from "./accuracy-table";
