export * from "./environment";
