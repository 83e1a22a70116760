/** Runs that others have published, as records of epochs. */
export { localClusterRuns } from "./local-cluster";
export {
  publishedRuns,
  publishedScalingRuns,
  type PublishedModel,
  type PublishedOptions,
  type PublishedScalingOptions,
} from "./published";
export { publishedStudy, publishedStudyRuns, type StudyModel, type StudyRun } from "./study";
