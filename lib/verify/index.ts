/** What `./workbook doctor` cannot see: whether the engine computes the same, as fast as it should, on this machine's devices. */
export type { Row } from "./check";
export { checkIds } from "./checks";
export { tableOf, writeReport } from "./report";
export { verify, type VerifyOptions } from "./verify";
