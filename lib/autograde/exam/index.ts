/** What the instructor's test cells ask of a submission, and the marks that its answers get. */
export { decide, nothingFor } from "./decide";
export { gradedMetadata, readExam, type Exam, type ExamCell } from "./read-exam";
