import type { Exercise } from "../exercise";
import { cutLayerExercises } from "./cut-layer";
import { deeperCausesExercises } from "./deeper-causes";
import { deeperJobExercises } from "./deeper-job";
import { deeperNetworkExercises } from "./deeper-network";
import { deeperScalingExercises } from "./deeper-scaling";
import { deeperWorkExercises } from "./deeper-work";
import { experimentsExercises } from "./experiments";
import { experimentsChoiceExercises } from "./experiments-choice";
import { experimentsPredictionExercises } from "./experiments-prediction";
import { experimentsSureExercises } from "./experiments-sure";
import { frameworksExercises } from "./frameworks";
import { frameworksBatchesExercises } from "./frameworks-batches";
import { frameworksMeasuredExercises } from "./frameworks-measured";
import { frameworksStepsExercises } from "./frameworks-steps";
import { jobExercises } from "./job";
import { inputExercises } from "./input";
import { jobScriptExercises } from "./job-scripts";
import { manyNodesExercises } from "./many-nodes";
import { manyNodesDiagnosisExercises } from "./many-nodes-diagnosis";
import { manyNodesModelExercises } from "./many-nodes-model";
import { manyNodesNetworkExercises } from "./many-nodes-network";
import { manyNodesProgramExercises } from "./many-nodes-program";
import { memoryExercises } from "./memory";
import { memoryActivationsExercises } from "./memory-activations";
import { memoryCheckpointsExercises } from "./memory-checkpoints";
import { memoryLedgerExercises } from "./memory-ledger";
import { memoryMistakesExercises } from "./memory-mistakes";
import { mirroredExercises } from "./mirrored";
import { ownExperimentsExercises } from "./own-experiments";
import { ownMemoryExercises } from "./own-memory";
import { mendedSchedulesExercises } from "./mended-schedules";
import { meshChoiceExercises } from "./mesh-choice";
import { meshPublishedExercises } from "./mesh-published";
import { ownMeshesExercises } from "./own-meshes";
import { ownMirroredExercises } from "./own-mirrored";
import { ownProgramExercises } from "./own-program";
import { ownResultsExercises } from "./own-results";
import { ownStepExercises } from "./own-step";
import { pipelineScheduleExercises } from "./pipeline-schedule";
import { readingExercises } from "./reading";
import { rooflineExercises } from "./roofline";
import { ringExercises } from "./ring";
import { scalingExercises } from "./scaling";
import { shardedChoiceExercises } from "./sharded-choice";
import { shardedLedgerExercises } from "./sharded-ledger";
import { shardedUpdateExercises } from "./sharded-update";
import { sharedLayerExercises } from "./shared-layer";
import { failuresExercises } from "./failures";
import { invoiceExercises } from "./invoice";
import { scaleExercises } from "./scale";
import { slowestExercises } from "./slowest";
import { stepsExercises } from "./steps";
import { timesExercises } from "./times";

/** Every exercise that is graded automatically, by its file's name. */
export const exercises: Exercise[] = [
  ...cutLayerExercises,
  ...deeperCausesExercises,
  ...deeperJobExercises,
  ...deeperNetworkExercises,
  ...deeperScalingExercises,
  ...deeperWorkExercises,
  ...experimentsExercises,
  ...experimentsChoiceExercises,
  ...experimentsPredictionExercises,
  ...experimentsSureExercises,
  ...frameworksExercises,
  ...frameworksBatchesExercises,
  ...frameworksMeasuredExercises,
  ...frameworksStepsExercises,
  ...jobExercises,
  ...inputExercises,
  ...jobScriptExercises,
  ...manyNodesExercises,
  ...manyNodesDiagnosisExercises,
  ...manyNodesModelExercises,
  ...manyNodesNetworkExercises,
  ...manyNodesProgramExercises,
  ...memoryExercises,
  ...memoryActivationsExercises,
  ...memoryCheckpointsExercises,
  ...memoryLedgerExercises,
  ...memoryMistakesExercises,
  ...mirroredExercises,
  ...ownExperimentsExercises,
  ...ownMemoryExercises,
  ...mendedSchedulesExercises,
  ...meshChoiceExercises,
  ...meshPublishedExercises,
  ...ownMeshesExercises,
  ...ownMirroredExercises,
  ...ownProgramExercises,
  ...ownResultsExercises,
  ...ownStepExercises,
  ...pipelineScheduleExercises,
  ...readingExercises,
  ...rooflineExercises,
  ...ringExercises,
  ...scalingExercises,
  ...shardedChoiceExercises,
  ...shardedLedgerExercises,
  ...shardedUpdateExercises,
  ...sharedLayerExercises,
  ...failuresExercises,
  ...invoiceExercises,
  ...scaleExercises,
  ...slowestExercises,
  ...stepsExercises,
  ...timesExercises,
];
