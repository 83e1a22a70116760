export { fit, type FitOptions } from "./fit";
export { sgd, type Optimizer, type Schedule } from "./optimizer";
export { presetNamed, presetNames, type Preset, type PresetName } from "./presets";
export {
  readRun,
  readRuns,
  writeRun,
  type Configuration,
  type Epoch,
  type Outcome,
  type RunRecord,
  type Steps,
  type Where,
} from "./record";
