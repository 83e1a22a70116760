export { argumentsOfRun, levelsInWords, nodesOfLevels, type PlannedRun } from "./design";
export { fullFactorial, plannedRuns } from "./planned-runs";
export { designFile, readDesign } from "./read";
export { designSchema, type Design, type DesignResources, type Factor } from "./schema";
export { randomNumbers } from "../../system/random-numbers";
