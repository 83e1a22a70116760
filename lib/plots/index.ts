/** Figures and tables: each turns data into a plotly figure, to show in a notebook or to save as a picture. */
export * from "./data-frame";
export { show } from "./display";
export * from "./experiment";
export * from "./failures";
export type { Figure } from "./figure";
export * from "./frameworks";
export * from "./memory";
export * from "./nodes";
export { figurePage } from "./page";
export * from "./plan";
export * from "./run";
export * from "./scale";
export * from "./scaling";
export * from "./sharding";
export { saveFigure } from "./static";
export { showTable } from "./table";
