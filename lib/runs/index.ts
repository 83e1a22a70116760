/** Records of runs: measured here, published by others, or made up for checks; and what one of them says by itself. */
export * from "./epochs";
export { exampleNodesRun, type NodesPlan } from "./example-nodes-run";
export { exampleRun, type ExamplePlan } from "./example-run";
export * from "./published";
export {
  readRun,
  readRuns,
  writeRun,
  type Configuration,
  type Epoch,
  type Outcome,
  type RunRecord,
  type Steps,
  type Where,
} from "./record";
export { acceleration, runStatistics, spread, type RunStatistics, type Spread } from "./statistics";
