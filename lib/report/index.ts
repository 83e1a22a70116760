/**
 * The page on an experiment that a reader gets: its design, its environment, its numbers and its figures. A notebook, exported, would
 * take twice as long to load, and would lose sortable tables, the CSV inside of the page, and figures that are drawn only when the
 * reader comes to them.
 */
export { writeReport } from "./report";
