export type { MemoryLine, MendedLine } from "./answers";
export { Check, type Ground, type Trial } from "./check";
export { compareGuess } from "./prediction";
export { whenWritten } from "./when-written";
export * from "./measured";
