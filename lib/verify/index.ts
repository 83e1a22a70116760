/** What `./workbook doctor` cannot see: whether the engine computes the same, as fast as it should, on this machine's devices. */
export { checkIds } from "./checks";
export { tableOf, writeReport } from "./report";
export { verify } from "./verify";
