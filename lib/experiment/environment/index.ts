export * from "./environment";
export type { Environment, Package } from "./environment-schema";
