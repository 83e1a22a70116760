/** Runs notebooks headless, converts them to pages, slides and students' versions, and makes them from lessons' sources. */
export { writeDecks } from "./decks";
export { executeNotebook } from "./execute";
export { lessonSlides, lessons, lessonsNamed, notebooksIn, runLesson } from "./lesson";
export { describeFailure, readNotebook, sourceOf, type Cell, type Notebook, type Output } from "./notebook";
export { outdatedFiles, remedy, replaceFiles } from "./source";
export { generateNotebooks, outdatedNotebooks } from "./student";
