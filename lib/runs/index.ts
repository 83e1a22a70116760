/**
 * Records of runs (measured, published, or made up for checks), and results from a single record.
 * @module runs
 */
export * from "./epochs";
export { exampleNodesRun } from "./example-nodes-run";
export { exampleRun } from "./example-run";
export { exampleTextRun } from "./example-text-run";
export * from "./published";
export { publishedParameters } from "./published/published-record";
export { readRun, type Configuration, type Epoch, type RunRecord, type Where } from "./record";
export { runStatistics, type RunStatistics, type Spread } from "./statistics";
export type { GradientFormat, Steps } from "./fields";
