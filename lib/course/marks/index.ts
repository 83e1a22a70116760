export { readGradebook, type GradedLesson } from "./gradebook";
export { markFile, platforms, type MarkFile, type Platform } from "./platforms";
export { leftOut, markTable, type Entry, type MarkTable, type Standing } from "./table";
