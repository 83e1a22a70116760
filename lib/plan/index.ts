/** What a training will take before it runs, for each way to run it. */
export { choose, hours, type Limits, type PlanChoice } from "./choice";
export { readCluster, type PlanCluster } from "./cluster";
export { configurationsOf, type PlanConfiguration } from "./configurations";
export { forecasts, type PlanForecast, type Span, type Work } from "./forecast";
export { memoryOf, type PlanMemory } from "./memory";
export { ownSteps, type Precision } from "./own-runs";
export { planTraining, type TrainingPlan, type TrainingWish } from "./plan";
export { ratesOf, type Rates } from "./rates";
export { subjectOf, type Subject } from "./subject";
export { forecastTable } from "./tables";
