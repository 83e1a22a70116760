export { fit } from "./fit";
export type { FitOptions } from "./fit-options";
export { sgd, type Optimizer, type Schedule } from "./optimizer";
export { presetNamed, presetNames, type Preset, type PresetName } from "./presets";
