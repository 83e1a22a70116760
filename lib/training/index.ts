export { fit, type FitOptions } from "./fit";
export { sgd, type Optimizer, type Schedule } from "./optimizer";
export { presetNamed, presetNames, type Preset, type PresetName } from "./presets";
