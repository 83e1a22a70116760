/** What this chapter's cells call, and no other chapter. */
export { brokenSchedules, describeBroken, exchanged, type BrokenName, type BrokenSchedule } from "./broken-schedules";
export { axisRates, type Cluster } from "./gpu-cluster";
export { cutLayerFigure } from "./figures/cut-layer";
export { fitPipeline, type PipelineFit, type PipelinePrediction, type PipelineRow } from "./fit-pipeline";
export { bubbleFigure, heldFigure } from "./figures/held";
export { meshSearchFigure, meshSecondsFigure } from "./figures/mesh-search";
export { meshFigure } from "./figures/mesh";
export { publishedMeshes, type PublishedMesh } from "./llama-405b";
export { checkOwnMeshes, type MeshResults } from "./measured/model-parallel";
export type { PipelineStep } from "./pipeline-step";
export {
  axisRows,
  bubbleCurves,
  bubbleRows,
  cutRows,
  deviceRows,
  publishedMeshRows,
  scaledRows,
  tensorRows,
  otherCases,
} from "./rows";
export { aboveRest, runSchedule, type RanSchedule } from "./run-schedule";
export { timeTasks } from "./time-tasks";
export { trainMesh } from "./train-mesh";
export { meshesOf, type ByAxis, type MeshSizes, type TransformerStep } from "./mesh-sizes";
