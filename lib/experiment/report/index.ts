export { writeReport } from "./report";
