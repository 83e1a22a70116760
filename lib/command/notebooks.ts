import { Command, Option } from "@commander-js/extra-typings";
import { lessonOf } from "../jobs/chapters";

/** `workbook notebooks`: makes the instructor's notebooks from the lessons' sources, and the students' from the instructor's. */
export function notebooksCommand() {
  return new Command("notebooks")
    .description("make the notebooks of solutions/ from each lesson.md, and those of notebooks/ from solutions/")
    .argument("[lessons...]", "the lessons; default: all")
    .option("--check", "change nothing; the exit status is 1 if a notebook is out of date", false)
    .addOption(
      new Option("--from-notebooks", "first make each lesson.md from the notebook in solutions/, which somebody edited")
        .default(false)
        .conflicts("check"),
    )
    .action(async (names, { check, fromNotebooks }) => {
      const { join } = await import("node:path");
      const notebooks = await import("../notebooks/index.js");
      const { workbookRoot } = await import("../system/workbook.js");
      const chosen = await notebooks.lessonsNamed(names.map(lessonOf));
      const sources = chosen.map((lesson) => join("solutions", lesson));
      const students = chosen.map((lesson, index) => ({
        lesson,
        solutions: join(workbookRoot, sources[index]),
        target: join(workbookRoot, "notebooks", lesson),
      }));
      if (check) {
        const stale = await notebooks.outdatedFiles("notebook", sources);
        for (const file of stale.keys()) {
          console.error(`${file} is not what lesson.md gives. ${notebooks.remedy}`);
        }
        const outdated = await notebooks.outdatedNotebooks(students);
        for (const file of outdated) {
          console.error(`notebooks/${file} is out of date with solutions/. Run \`npm run notebooks\`.`);
        }
        if (stale.size + outdated.length > 0) process.exitCode = 1;
        else console.log("All notebooks are up to date.");
        return;
      }
      for (const make of fromNotebooks ? (["source", "notebook"] as const) : (["notebook"] as const)) {
        const lines = await notebooks.replaceFiles(
          await notebooks.outdatedFiles(make, sources),
          `results/replaced/${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}`,
        );
        for (const line of lines) console.log(line);
      }
      await notebooks.generateNotebooks(students);
      for (const lesson of chosen) console.log(`notebooks/${lesson}: written from solutions/${lesson}`);
    });
}
