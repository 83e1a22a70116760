export { decide, type Mark, type Submission } from "./decide";
export { gradedMetadata, readExam, type Exam, type ExamCell } from "./read-exam";
