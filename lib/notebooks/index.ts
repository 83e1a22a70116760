/** Runs notebooks headless, and converts them to pages, slides and students' versions. */
export { writeDecks } from "./decks";
export { executeNotebook } from "./execute";
export { lessonSlides, lessons, notebooksIn, runLesson } from "./lesson";
export { describeFailure, readNotebook, sourceOf, type Cell, type Notebook, type Output } from "./notebook";
export { generateNotebooks, outdatedNotebooks } from "./student";
