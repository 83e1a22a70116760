import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { plannedRuns, readDesign } from "../../lib/experiment";
import { experimentFolder } from "../../lib/experiment/runner";
import { runLesson } from "../../lib/notebooks";
import { makeFolders } from "../../lib/system/folders";
import { workbookRoot } from "../../lib/system/workbook";
import { writeMadeUpExperiment } from "../experiment/made-up-experiment";
import { kernelEnvironment } from "../kernel/drive";
import { temporaryFolder } from "../temporary";

// Lessons that make dozens of runs, whole, from kept runs of their designs, which are made up: test/experiment tries how runs are made.
// Lesson 6 still makes the runs that it predicts.
it.each([
  ["05-experiments", "lesson"],
  ["06-prediction", "fit"],
])("%s runs from its first cell to its last from kept runs of its design", async (lesson, design) => {
  process.env.JUPYTER_PATH = kernelEnvironment().JUPYTER_PATH; // this checkout's kernel, not an installed one
  const out = temporaryFolder("kept-runs");
  const planned = await readDesign(design);
  await writeMadeUpExperiment(planned, { folder: join(out, lesson, relative("", experimentFolder(design))) });
  expect(await runLesson(lesson, { out, log: () => undefined })).toEqual([]);
  const [notebook] = readdirSync(join(out, lesson)).filter((file) => file.endsWith(".ipynb"));
  const text = readFileSync(join(out, lesson, notebook), "utf8");
  expect(text).toContain(`${design} holds all ${plannedRuns(planned).length} runs`);
  // The check of one's own runs refuses what is made up, what follows from it, and nothing else.
  expect(text).toContain("its id is made-up-");
  // The website that `npm run test:full` builds at its end shows this run.
  const kept = join(workbookRoot, "results", "tests", lesson);
  makeFolders(kept);
  copyFileSync(join(out, lesson, notebook), join(kept, notebook));
  expect(text.match(/✗ (?!results\/[^"]*its id is made-up-|[^"]* it follows from results\/)[^"]*/g)).toBeNull();
});
