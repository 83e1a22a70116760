export {
  argumentsOfLevels,
  levelsInWords,
  nodesOfLevels,
  type Design,
  type DesignResources,
  type Factor,
  type PlannedRun,
} from "./design";
export { fullFactorial, plannedRuns } from "./plan";
export { designFile, readDesign } from "./read";
export { withLevels } from "./with-levels";
