/**
 * Figures and tables that several chapters or commands show.
 * @module plots
 */
export { show } from "./display";
export * from "./experiment";
export type { Figure, Shown, Sketch } from "./figure";
export { figurePage } from "./page";
export { frontierFigure } from "./plan/frontier";
export { timelineFigure } from "./run/timeline";
export * from "./scaling";
export { scheduleFigure } from "./sharding/schedule";
export { showTable } from "./table";
export type { CellValue, Rows } from "../system/rows";
