export { readRoster, rosterColumns, rosterOf, type Student } from "./roster";
