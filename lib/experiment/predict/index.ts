export { fitCost } from "./fit-cost";
export { leaveOut } from "./leave-out-levels";
export { planOf, type FullPlan } from "./run-plan";
export { parameterTable } from "./tables";
export type * from "./types";
