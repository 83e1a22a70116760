export { writeDurably, writeWhole, writeWholeSync } from "./atomic";
