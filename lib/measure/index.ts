/** Results from several runs: memory, accuracy, scaling, communication. */
export * from "./accuracy";
export * from "./communication";
export * from "./mesh";
export * from "./pipeline-step";
export * from "./scaling";
