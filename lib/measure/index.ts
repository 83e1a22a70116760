export { stopwatch, timed } from "./stopwatch";
export {
  epochImages,
  epochSeconds,
  epochWaitSeconds,
  finishedEpochs,
  steadyEpochs,
  stepSeconds,
  trainingSeconds,
} from "./epochs";
export { acceleration, runStatistics, spread, type RunStatistics, type Spread } from "./statistics";
export { fitMemory, memoryPoints, modelBytes, type MemoryFit, type MemoryPoint, type ModelBytes } from "./memory-model";
export { machineMemory, memoryLimit, peakMemory } from "./memory";
export { sampleGpu, type GpuSampler, type GpuSamplerOptions, type GpuSamples } from "./gpu-sampler";
export {
  accuracyCurve,
  compareAt,
  curveAt,
  timeToAccuracy,
  type AccuracyCurve,
  type AccuracyPoint,
  type Paid,
  type PaidPoint,
  type TimeToAccuracy,
} from "./accuracy";
export {
  amdahlSpeedup,
  fitAmdahl,
  invoice,
  scaling,
  scalingStudies,
  summedSeconds,
  type AmdahlFit,
  type InvoiceLine,
  type Marginal,
  type Price,
  type ScalingOptions,
  type ScalingPoint,
  type ScalingStudy,
} from "./scaling";
export {
  allReduceSeconds,
  computeSecondsOf,
  effectiveBatch,
  epochCounts,
  epochParts,
  epochsByNodes,
  gradientBytes,
  networkCells,
  networkRate,
  nodesOf,
  nodesTimeline,
  payloadRate,
  predictEpoch,
  secondsPerSyncOf,
  sentBytes,
  wayOf,
  type EpochCounts,
  type EpochParts,
  type EpochPlan,
  type EpochPrediction,
  type Link,
  type NetworkCell,
  type NodesPoint,
  type NodesTimeline,
  type StepSeconds,
  type Way,
} from "./communication";
