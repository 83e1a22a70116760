/** JPEGs as the input of a training. */
export { jpegsIn } from "./folder";
export { writeMadeUp } from "./made-up";
export { decodeJpegs, encodeJpeg, imageBytes } from "./pixels";
