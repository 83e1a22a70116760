/**
 * Designs, repeated runs, statistics over replicates, and models that predict runs.
 * @module experiment
 */
export { fullFactorial, plannedRuns, randomNumbers, readDesign, type Design, type PlannedRun } from "./design";
export { errorSummary, leftOutTable } from "./fits";
export type { ErrorSummary, HeldTerm, LeftOutRow, Noise, ToldTerm } from "./fits";
export { measureExperiment, type MeasuredExperiment } from "./measure";
export { observations, type Level, type Observation } from "./observations";
export { fitCost, leaveOut, parameterTable } from "./predict";
export type { CostFit, CostParameter, CostPrediction, CostPredictor } from "./predict";
export type { HeldParameter, Host, ParameterKind, RunPlan } from "./predict";
export type { LeftOutCell } from "./predict/leave-out-levels";
export { readExperiment, type ExperimentResults, type Progress } from "./runner";
export { fitScale, mlperfSeries, scaleErrors, scaleTermTable } from "./scale";
export type { HeldScaleTerm, MlperfRow, MlperfSeries } from "./scale";
export type { ScaleFit, ScalePlan, ScalePrediction, ScaleTerm } from "./scale";
export {
  anova,
  anovaRows,
  cellIntervals,
  compareIntervals,
  meanInterval,
  standardErrors,
  timeModels,
} from "./statistics";
export type { AnovaRow, AnovaTable, CellInterval, Interval, IntervalComparison, LeftOut } from "./statistics";
export type { ModelTerm, PredictedTime, ReplicateMean, TimeModel, TimeModelKind, TimeModels } from "./statistics";
