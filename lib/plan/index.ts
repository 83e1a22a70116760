/**
 * What a training will take before it runs, for each way to run it.
 * @module plan
 */
export { hours, type Limits, type PlanChoice } from "./choice";
export { type PlanCluster } from "./cluster";
export { type PlanConfiguration } from "./configurations";
export { type PlanForecast, type Span, type Work } from "./forecast";
export { type PlanMemory } from "./plan-memory";
export { type Precision } from "./own-runs";
export { planTraining, type TrainingPlan, type TrainingWish } from "./plan-training";
export { type Rates } from "./rates";
export { type Subject } from "./subject";
export { forecastTable } from "./tables";
