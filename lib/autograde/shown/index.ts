/** Makes a submission's parts safe for others' browsers: none of them runs, fetches anything, or changes the page around it. */
export { figureToShow } from "./figures";
export { outputsToShow } from "./outputs";
export { Pictures } from "./pictures";
export { inertText, textToShow } from "./text";
