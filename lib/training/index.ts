/**
 * Training a model: the loop, its optimizers, and what it reads of its settings.
 * @module training
 */
export { fit } from "./fit";
export type { FitOptions } from "./fit-options";
export { adamW } from "./adamw";
export { clipped } from "./clipping";
export { sgd, type Optimizer, type BoundOptimizer, type NamedVariable, type NormOf } from "./optimizer";
export type { Accumulation } from "./accumulation";
export type { Backward } from "./backward";
export type { LossScale } from "./loss-scale";
export { TrainingState, type KindState } from "./state";
export { Updates, type BatchResult, type Done, type Updated } from "./update";
export { cosine, type RecordedSchedule, type Schedule } from "./schedule";
export { presetNamed, textPresetNamed, type Preset, type PresetName, type TextPreset } from "./presets";
