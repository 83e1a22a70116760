export { readGradebook, type GradedLesson } from "./gradebook";
export { markFile, type Platform } from "./platforms";
export { leftOut, markTable, type Entry, type MarkTable } from "./table";
