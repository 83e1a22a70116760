/** The workbook's notebooks, run and converted without a person: lessons headless, pages, slides, students' versions. */
export { decksOf, writeDecks, type Deck, type DeckOptions } from "./decks";
export { executeNotebook, type Executed, type ExecuteOptions } from "./execute";
export { exportPage, exportSlides, printSlides } from "./export";
export {
  describeFailure,
  failedCells,
  readNotebook,
  type Cell,
  type FailedCell,
  type Notebook,
  type Output,
} from "./notebook";
export { lessonSlides, lessons, notebooksIn, runLesson, type LessonOptions, type SlidesOptions } from "./lesson";
export { generateNotebooks, outdatedNotebooks } from "./student";
