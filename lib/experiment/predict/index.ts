export { allReduceTimes, type AllReduceRow } from "./all-reduces";
export { cheapest } from "./cheapest";
export { fitCost } from "./fit";
export { errorSummary, leaveOut } from "./leave-out";
export { planOf, type FullPlan } from "./plan";
export { cheapestTable, leftOutTable, parameterTable } from "./tables";
export type * from "./types";
