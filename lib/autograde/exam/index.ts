/** Questions that the instructor's test cells ask, and marks for the answers. */
export { decide, noPointsFor } from "./decide";
export { gradedMetadata, readExam, type Exam, type ExamCell } from "./read-exam";
export { declaredIn, isWhole } from "./syntax";
