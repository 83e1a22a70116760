/** What of a submission others read, in their browsers: nothing of it runs, asks for anything, or changes what is around it. */
export { figureToShow } from "./figures";
export { outputsToShow } from "./outputs";
export { inertText, textToShow } from "./text";
