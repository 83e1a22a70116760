import type { Exercise } from "../exercise";
import { deeperScalingExercises } from "./deeper-scaling";
import { deeperWorkExercises } from "./deeper-work";
import { experimentsExercises } from "./experiments";
import { experimentsPredictionExercises } from "./experiments-prediction";
import { manyNodesExercises } from "./many-nodes";
import { manyNodesNetworkExercises } from "./many-nodes-network";
import { memoryExercises } from "./memory";
import { mirroredExercises } from "./mirrored";
import { ownResultsExercises } from "./own-results";
import { readingExercises } from "./reading";
import { scalingExercises } from "./scaling";
import { stepsExercises } from "./steps";
import { timesExercises } from "./times";

/** Every exercise that is graded automatically, by its file's name. */
export const exercises: Exercise[] = [
  ...deeperScalingExercises,
  ...deeperWorkExercises,
  ...experimentsExercises,
  ...experimentsPredictionExercises,
  ...manyNodesExercises,
  ...manyNodesNetworkExercises,
  ...memoryExercises,
  ...mirroredExercises,
  ...ownResultsExercises,
  ...readingExercises,
  ...scalingExercises,
  ...stepsExercises,
  ...timesExercises,
];
