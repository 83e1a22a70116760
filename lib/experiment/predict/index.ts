export { allReduceTimes, type AllReduceRow } from "./all-reduces";
export { cheapest } from "./cheapest";
export { fitCost } from "./fit-cost";
export { leaveOut } from "./leave-out-levels";
export { planOf, type FullPlan } from "./run-plan";
export { cheapestTable, parameterTable } from "./tables";
export type * from "./types";
