export * from "./observations";
