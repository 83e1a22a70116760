/** A course's folder, grading a class, and handing out, collecting, and returning through nbgrader's exchange folder. */
export { collectLesson, releaseLesson, returnLesson } from "./exchange";
export { courseFolder, makeCourse, openCourse, studentsWith } from "./folder";
export { gradeClass, type GradeOptions, type GradedClass, type GradedStudent } from "./grade-class";
export { submittedSlides } from "./slides";
