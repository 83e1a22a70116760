/** The cost model at scale: from measured steps on few devices to steps on many. */
export { fitScale } from "./fit-scale";
export { scaleErrors } from "./leave-out-plans";
export { mlperfSeries, type MlperfName, type MlperfRow, type MlperfSeries } from "./mlperf";
export { scaleTermTable } from "./term-table";
export type * from "./types";
