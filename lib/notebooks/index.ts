/** Runs notebooks headless, and converts them to pages, slides and students' versions. */
export { decksOf, writeDecks } from "./decks";
export { executeNotebook, type Executed } from "./execute";
export { exportPage } from "./export";
export { lessonSlides, lessons, notebooksIn, runLesson } from "./lesson";
export { describeFailure, readNotebook, sourceOf, type Cell, type Notebook, type Output } from "./notebook";
export { generateNotebooks, outdatedNotebooks } from "./student";
