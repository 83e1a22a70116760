/** What many runs say together: memory, accuracy, scaling, communication. */
export * from "./accuracy";
export * from "./communication";
export * from "./memory-model";
export * from "./scaling";
