import { Command } from "@commander-js/extra-typings";
import { counted } from "../../system/words";
import { marksCommand } from "./marks/command";
import { classRunCommand } from "./run/command";
import { lessonOf } from "../../jobs/chapters";
import { courseOption } from "../values";

/** `workbook course`: everything about a class except the grading itself. */
export function courseCommand() {
  const command = new Command("course")
    .enablePositionalOptions()
    .description("run a course: hand lessons out, collect work, return feedback, export marks")
    .addHelpText("after", help);
  const forLessons = [initCommand(), releaseCommand(), collectCommand(), returnCommand()];
  for (const subcommand of [...forLessons, marksCommand(), classRunCommand()]) command.addCommand(subcommand);
  return command;
}

const help = `
A course is a folder in nbgrader's layout: submitted/, autograded/, feedback/, gradebook.db. Students fetch lessons and hand in
their work through the exchange folder, with nbgrader's Assignment List in JupyterLab.

  ./workbook course init
  ./workbook course release 01-one-device
  ./workbook course collect 01-one-device
  ./workbook grade 01-one-device
  ./workbook course return 01-one-device`;

const lessonArgument = ["<lesson>", "01-one-device, or its number", lessonOf] as const;

function initCommand() {
  return new Command("init")
    .description("make a course's folder, which only you can read")
    .option(...courseOption)
    .option("--exchange <folder>", "the exchange folder; default: $WORKBOOK_EXCHANGE or /srv/nbgrader/exchange")
    .action(async ({ course, exchange }) => {
      const { courseFolder, makeCourse } = await import("../../course/index.js");
      const folder = courseFolder(course);
      const made = await makeCourse(folder, { exchange });
      console.log(made ? `${folder} is a course now.` : `${folder} is already a course. Nothing was changed.`);
    });
}

function releaseCommand() {
  return new Command("release")
    .description("hand a lesson out, so that students can fetch it")
    .argument(...lessonArgument)
    .option(...courseOption)
    .option("--again", "replace what was handed out before")
    .option("--release <version>", "the workbook's release to take it from; default: this one, or the same again")
    .action(async (lesson, { course, again, release }) => {
      const { courseFolder, releaseLesson } = await import("../../course/index.js");
      const from = await releaseLesson(courseFolder(course), lesson, { again, release });
      console.log(`${lesson} is handed out, from release ${from}.`);
    });
}

function collectCommand() {
  return new Command("collect")
    .description("take in what students have handed in")
    .argument(...lessonArgument)
    .option(...courseOption)
    .action(async (lesson, { course }) => {
      const { collectLesson, courseFolder, studentsWith } = await import("../../course/index.js");
      const folder = courseFolder(course);
      const { students, lines } = await collectLesson(folder, lesson);
      for (const line of lines) console.log(line);
      console.log(students.length > 0 ? `Collected now: ${students.join(", ")}.` : "Nothing new is there to collect.");
      const all = await studentsWith(folder, lesson);
      console.log(`${counted(all.length, "student has", "students have")} handed in ${lesson} so far.`);
    });
}

function returnCommand() {
  return new Command("return")
    .description("return the feedback to the students, including marks given by hand")
    .argument(...lessonArgument)
    .option(...courseOption)
    .action(async (lesson, { course }) => {
      const { courseFolder, returnLesson } = await import("../../course/index.js");
      const folder = courseFolder(course);
      const { students, withoutExchange, problems, unmarked } = await returnLesson(folder, lesson);
      console.log(`Feedback on ${lesson} is returned to ${counted(students.length, "student")}.`);
      if (withoutExchange.length > 0) {
        console.log(
          `These students did not hand in through the exchange folder. Give them their feedback from ${folder}/feedback yourself: ${withoutExchange.join(", ")}`,
        );
      }
      if (unmarked.length > 0) {
        console.log(
          `Written answers of these students still wait to be marked. Mark them, and return the feedback once more: ${unmarked.join(", ")}`,
        );
      }
      for (const { student, problem } of problems) console.error(`${student}: no feedback was returned: ${problem}`);
      if (problems.length > 0) process.exitCode = 1;
    });
}
