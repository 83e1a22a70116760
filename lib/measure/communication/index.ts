export { allReduceSeconds, gradientBytes, networkRate, payloadRate, sentBytes, type Link } from "./all-reduce";
export { epochsByNodes, nodesOf, wayOf, type NodesPoint, type Way } from "./by-nodes";
export {
  effectiveBatch,
  epochCounts,
  predictEpoch,
  type EpochCounts,
  type EpochPlan,
  type EpochPrediction,
  type StepSeconds,
} from "./epoch";
export { networkCells, secondsPerSyncOf, type NetworkCell, type NetworkOptions } from "./network";
export { computeSecondsOf, epochParts, type EpochParts } from "./parts";
export { nodesTimeline, type NodesTimeline, type Spell, type TimelinePlan } from "./timeline";
