/** Figures and tables: data in, plotly figure out, shown in a notebook or saved as a picture. */
export type { Figure } from "./figure";
export { show, showHtml, showLive, type LiveFigure } from "./display";
export { dataFrame, showTable, type CellValue, type FrameLike, type Rows } from "./table";
export { saveFigure, saveFigures } from "./static";
export { accelerationFigure, acceleration, type CpuAndGpu } from "./acceleration";
export { classesFigure, type LabelledImages } from "./classes";
export { epochTimeFigure, type EpochTimes } from "./epoch-time";
export { inputWaitFigure, type InputWait } from "./input-wait";
export { learningFigure, type LearningCurve } from "./learning";
export { largestBatch, memoryFigure, type MemoryModel } from "./memory";
export { parallelismsFigure } from "./parallelisms";
export { stepTimeFigure, type StepTimes } from "./step-time";
export { throughputFigure, type Throughput } from "./throughput";
