import { Command } from "@commander-js/extra-typings";
import { lessonOf } from "../../jobs/chapters";
import { courseOption } from "../values";

/** `workbook grade LESSON`: grades what a class has handed in. */
export function gradeCommand() {
  return new Command("grade")
    .description("grade a lesson's submissions, each in a sandbox, and write feedback")
    .argument("<lesson>", "01-one-device, or its number", lessonOf)
    .option("--student <name>", "only this student's submission")
    .option(...courseOption)
    .option("--release <version>", "grade by this release, from now on; default: what the lesson was handed out from")
    .option("--again", "also grade again what has been graded before")
    .addHelpText("after", help)
    .action(async (lesson, flags) => {
      const { gradeSubmissions } = await import("./action.js");
      process.exitCode = await gradeSubmissions(lesson, flags);
    });
}

const help = `
\`./workbook course collect\` puts submissions into submitted/STUDENT/LESSON in the course's folder. Marks go to nbgrader's
gradebook, and feedback goes to feedback/STUDENT/LESSON. If a submission cannot be graded, its feedback says why, and the
others are graded all the same. You can end the command at any moment; run again, it continues. Mark written answers in
nbgrader's Formgrader, then return the feedback with \`./workbook course return\`.`;
