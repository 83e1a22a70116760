import { lessonExperiment, predictionExperiments } from "../checks/measured/experiments";
import * as own from "../checks/measured/lessons";
import { meshRuns } from "../checks/measured/mesh-runs";

type Records = ReadonlyMap<string, object>;

/** The records that a student hands in with each lesson, by file. */
export const recordsOf: Readonly<Record<string, () => Records | Promise<Records>>> = {
  "00-typescript": () => new Map(),
  "01-one-device": own.oneDeviceRuns,
  "02-mirrored": () => new Map([...own.mirroredRuns(), ...own.ownProgramRuns(), ...own.coreRuns(), ...own.inputRuns()]),
  "03-deeper-model": own.ownDeeperRuns,
  "04-many-nodes": () => new Map([...own.nodesRuns(), ...own.ownNodesProgramRuns()]),
  "05-experiments": lessonExperiment,
  "06-prediction": predictionExperiments,
  "07-frameworks": () => new Map(),
  "08-memory": own.memoryRuns,
  "09-model-parallel": meshRuns,
  "10-thousand-nodes": () => new Map(),
};
