export { type Place } from "./begin";
export { refuseChanges } from "./changes";
export { experimentFolder, readJournal, type Attempt, type Journal, type JournalRun } from "./journal";
export { readExperiment, type ExperimentResults } from "./results";
export { durationText, runExperiment, type RunnerEnd, type RunOptions } from "./run";
export { stopExperiment } from "./stop";
export { progressOf, stateOf, type Progress, type RunState } from "./state";
