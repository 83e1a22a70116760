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
