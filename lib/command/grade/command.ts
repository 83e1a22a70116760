import { Command } from "@commander-js/extra-typings";

/** `workbook grade LESSON`: grades what a class has handed in. */
export function gradeCommand() {
  return new Command("grade")
    .description("grade what was handed in for a lesson, each submission in a sandbox, and write feedback")
    .argument("<lesson>", "for example 01-one-device")
    .option("--student <name>", "only this one's submission")
    .option("--course <folder>", "the course's folder; default: $WORKBOOK_COURSE or ~/parallel-training-course")
    .option("--again", "also what was graded before")
    .addHelpText("after", help)
    .action(async (lesson, flags) => {
      const { gradeSubmissions } = await import("./action.js");
      process.exitCode = await gradeSubmissions(lesson, flags);
    });
}

const help = `
Submissions are in submitted/STUDENT/LESSON of the course's folder, where \`./workbook course collect\` puts them. Marks go to
nbgrader's gradebook, feedback to feedback/STUDENT/LESSON. What is wrong with a submission is named there, and the others
are graded all the same. Ended at any moment, the same command goes on. Written answers are marked in nbgrader's formgrader;
\`./workbook course return\` then gives the feedback back.`;
