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
