/**
 * Trainings on nodes that fail, checkpoints, and steps that wait for the slowest node: simulated, and in closed form.
 * @module failures
 */
export { type CheckpointCosts, type CheckpointedTraining } from "./closed-forms";
export { bestCheckpointInterval, type CheckpointInterval, type IntervalQuestion } from "./interval";
export { bandOf, goodputOf, simulateTrainings, type Band, type Seeds, type SimulatedTrainings } from "./many";
export {
  firstStepEnd,
  goodputToLastStep,
  killedTraining,
  measuredCosts,
  measuredGoodput,
  usualSteps,
  type KilledTraining,
  type MeasuredCosts,
  type MeasuredGoodput,
} from "./measured";
export { nodeSpeeds, type NodeSpeed } from "./slow-node";
export { slowestOf, type Moments, type NoiseDistribution } from "./order-statistics";
export type { FailureScenario, StepTimes } from "./scenario";
export { simulateTraining, type Cause, type FailureSpell, type SimulatedTraining } from "./simulate";
