export * from "./cluster";
export * from "./sizes";
