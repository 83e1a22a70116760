/**
 * Results from several runs: memory, accuracy, scaling, communication.
 * @module measure
 */
export { accuracyCurve, timeToAccuracy, type AccuracyCurve, type Paid, type TimeToAccuracy } from "./accuracy";
export {
  epochCounts,
  epochsByNodes,
  gradientBytes,
  levelsAllReduce,
  networkRate,
  nodesFor,
  nodesOf,
  payloadRate,
  sentBytes,
  wayOf,
  type EpochCounts,
  type EpochPlan,
  type Hops,
  type LevelLink,
  type LevelsSeconds,
  type Links,
  type NodesPoint,
  type Way,
} from "./communication";
export { invoice, scaling, summedSeconds, type ScalingPoint, type ScalingStudy } from "./scaling";
export type { AccuracyPoint } from "./accuracy/curve";
export type { InvoiceLine } from "./scaling/invoice";
export type { AmdahlFit, Marginal } from "./scaling/types";
