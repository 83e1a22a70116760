/** The workbook's notebooks, run and converted without a person: lessons headless, pages, slides, students' versions. */
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
export { lessons, notebooksIn, runLesson, type LessonOptions } from "./lesson";
export { generateNotebooks, outdatedNotebooks } from "./student";
