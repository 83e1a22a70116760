/** Results from several runs: memory, accuracy, scaling, communication. */
export * from "./accuracy";
export * from "./communication";
export * from "./memory-model";
export * from "./mesh";
export * from "./pipeline-step";
export * from "./roofline";
export * from "./scaling";
export * from "./training-work";
