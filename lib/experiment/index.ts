export * from "./accuracy";
export * from "./design";
export * from "./drift";
export * from "./measure";
export * from "./observations";
export * from "./predict";
export * from "./runner";
export * from "./statistics";
