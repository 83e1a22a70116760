export { anova, type AnovaRow, type AnovaTable, type LeftOut } from "./anova";
export { compareIntervals, type IntervalComparison } from "./interval-comparison";
export {
  cellIntervals,
  meanInterval,
  replicateMean,
  type CellInterval,
  type Interval,
  type ReplicateMean,
} from "./intervals";
export { anovaRows, intervalRows, termRows } from "./rows";
export { standardErrors } from "./tails";
export { fitTimeModel, type ModelTerm, type PredictedTime, type TimeModel, type TimeModelKind } from "./time-model";
export { timeModels, type TimeModels } from "./time-models";
