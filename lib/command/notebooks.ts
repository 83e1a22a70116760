import { Command } from "@commander-js/extra-typings";

/** `workbook notebooks`: makes the students' notebooks from the instructor's. */
export function notebooksCommand() {
  return new Command("notebooks")
    .description("make notebooks/ from solutions/, without answers and outputs")
    .argument("[lessons...]", "the lessons; default: all")
    .option("--check", "change nothing; the exit status is 1 if notebooks/ is out of date", false)
    .action(async (names, { check }) => {
      const { join } = await import("node:path");
      const { generateNotebooks, lessons, notebooksIn, outdatedNotebooks } = await import("../notebooks/index.js");
      const { workbookRoot } = await import("../system/workbook.js");
      for (const lesson of names.length > 0 ? names : await lessons()) {
        const solutions = join(workbookRoot, "solutions", lesson);
        const target = join(workbookRoot, "notebooks", lesson);
        await notebooksIn(solutions);
        if (!check) {
          await generateNotebooks(solutions, lesson, target);
          console.log(`notebooks/${lesson}: written from solutions/${lesson}`);
          continue;
        }
        const outdated = await outdatedNotebooks(solutions, lesson, target);
        if (outdated.length === 0) console.log(`notebooks/${lesson}: up to date`);
        else {
          console.error(
            `notebooks/${lesson}: ${outdated.join(", ")} out of date with solutions/. Run \`npm run notebooks\`.`,
          );
          process.exitCode = 1;
        }
      }
    });
}
