/** The page on an experiment that a reader gets: its design, its environment, its numbers and its figures. */
export { writeReport } from "./report";
