export * from "./observations";
export * from "./predict";
