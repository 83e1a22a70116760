/**
 * Figures and tables that several chapters or commands show.
 * @module plots
 */
export { show } from "./display";
export * from "./experiment";
export type { Figure, Shown, Sketch } from "./figure";
export * from "./nodes";
export { figurePage } from "./page";
export * from "./plan";
export * from "./run";
export * from "./scaling";
export * from "./sharding";
export { showTable } from "./table";
export type { CellValue, Rows } from "../system/rows";
