/** Grades one submission, which may hold anything: reads it, runs it in a sandbox, and decides its marks outside. */
export { Examiner, type FoundSubmission, type Patience } from "./examiner";
export { findHandedIn, gradeSubmission, runSubmission, withoutSubmission, type RunInSandbox } from "./grade-submission";
export { quoted } from "./intake";
export { readLesson, type Lesson } from "./lesson";
export { resultSchema, type Result } from "./result";
export { installSandbox, sandboxInstalled, whyNoSandbox } from "./sandbox";
