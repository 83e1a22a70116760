export { writeWhole, writeWholeSync } from "./atomic";
