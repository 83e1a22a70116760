export * from "./design";
export * from "./observations";
export * from "./predict";
export * from "./runner";
export * from "./statistics";
