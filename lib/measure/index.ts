/** Results from several runs: memory, accuracy, scaling, communication. */
export * from "./accuracy";
export * from "./communication";
export * from "./pipeline-step";
export * from "./scaling";
export type { AccuracyPoint } from "./accuracy/curve";
export type { PaidPoint } from "./accuracy/interpolate";
export type { InvoiceLine } from "./scaling/invoice";
export type { AmdahlFit, Marginal } from "./scaling/types";
