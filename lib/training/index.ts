/**
 * Training a model: the loop, its optimizers, and what it reads of its settings.
 * @module training
 */
export { fit } from "./fit";
export type { FitOptions } from "./fit-options";
export { adamW } from "./adamw";
export { clipped } from "./clipping";
export { sgd, type Optimizer, type BoundOptimizer, type NamedVariable } from "./optimizer";
export { TrainingState } from "./state";
export { Updates } from "./update";
export { cosine, type RecordedSchedule, type Schedule } from "./schedule";
export { presetNamed, textPresetNamed, type Preset, type PresetName, type TextPreset } from "./presets";
