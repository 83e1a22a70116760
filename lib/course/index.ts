/** A course: its folder, grading a class, and handing out, collecting and returning through nbgrader's exchange folder. */
export { collectLesson, releaseLesson, returnLesson, type Returned } from "./exchange";
export { courseFolder, makeCourse, openCourse, studentsWith, type CourseSettings } from "./folder";
export { gradeClass, type GradeOptions, type GradedClass, type GradedStudent } from "./grade-class";
export { type Booked, type Result } from "./results";
export { submittedSlides, type SubmittedSlidesOptions } from "./slides";
