import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { whyNoCluster } from "../../lib/cluster";
import { hubStatus } from "../../dist/lib/hub";
import { findChromium } from "../../lib/plots/static";
import { workbookRoot } from "../../lib/tensorflow/installation";
import { AssignmentList } from "./assignments";
import { Class } from "./class";
import { Formgrader } from "./formgrader";
import type { Lab, NotebookPanel, Terminal } from "./lab";

const [ada, bo, iris] = ["hub-ada", "hub-bo", "hub-iris"];
const lesson = "01-one-device";
const workbook = join(workbookRoot, "workbook");

const reason =
  whyNoCluster() ?? (findChromium() === undefined ? "Debian's package `chromium` would run it." : undefined);
if (reason !== undefined) console.log(`A class on the hub: skipped; ${reason}`);

const stepsPerEpoch = (body: string) =>
  `function stepsPerEpoch(images: number, batchSize: number): number {\n  return ${body};\n}`;
const wrongSteps = stepsPerEpoch("Math.floor(images / batchSize)");
const rightSteps = stepsPerEpoch("Math.ceil(images / batchSize)");

const t0 = Date.now();
const say = (text: string, ...more: unknown[]) =>
  console.log(`${((Date.now() - t0) / 1000).toFixed(1)} s: ${text}`, ...more);

let group: Class;
beforeAll(async () => {
  if (reason !== undefined) return;
  group = await Class.start([ada, bo], iris);
  say("hub up");
}, 300_000);
afterAll(async () => {
  await group?.end();
}, 120_000);

it.skipIf(reason !== undefined)(
  "story",
  async () => {
    const shot = async (lab: Lab, name: string) =>
      void (await lab.page.screenshot({ path: `/tmp/story/dev/${name}.png` }));
    const irisLab = await group.logIn(iris);
    say("iris in", await irisLab.items("Nbgrader"));
    const terminal = await irisLab.openTerminal();
    try {
      say("init", await terminal.run(`${workbook} course init`));
      say("release", await terminal.run(`${workbook} course release ${lesson}`));

      const [adaLab, boLab] = await Promise.all([group.logIn(ada), group.logIn(bo)]);
      say("students in", await adaLab.items("Nbgrader"));
      say("status", (await hubStatus(group.folder))?.servers);

      const adaWork = async () => {
        const list = await AssignmentList.open(adaLab);
        await list.fetch(lesson);
        const nb = await adaLab.openNotebook(`${lesson}/one-device.ipynb`);
        say("ada opened");
        const begin = Date.now();
        await nb.runAll(400);
        say(`ada ran all in ${(Date.now() - begin) / 1000} s; errors`, await nb.errors().count());
        const exercise = nb.cell("// Exercise 1:");
        const check = nb.cell("checkStepsPerEpoch(stepsPerEpoch)");
        say("stub", await nb.output(check));
        await nb.write(exercise, wrongSteps);
        await nb.run(exercise);
        say("wrong", await nb.run(check));
        await nb.write(exercise, rightSteps);
        await nb.run(exercise);
        say("right", await nb.run(check));
        await shot(adaLab, "ada-nb");
        await nb.write(nb.cell("Write your answer here."), "A steady epoch took as long as I guessed.");
        await nb.save();
        await list.show();
        say("submitted", await list.submit(lesson));
        return list;
      };
      const boWork = async () => {
        const list = await AssignmentList.open(boLab);
        await list.fetch(lesson);
        const nb = await boLab.openNotebook(`${lesson}/one-device.ipynb`);
        say("bo opened");
        await nb.run(nb.cell("import { datasetAtHand"));
        const exercise = nb.cell("// Exercise 1:");
        await nb.write(exercise, wrongSteps);
        await nb.run(exercise);
        say("bo", await nb.run(nb.cell("checkStepsPerEpoch(stepsPerEpoch)")));
        await nb.save();
        await list.show();
        say("submitted", await list.submit(lesson));
        return list;
      };
      const [adaList] = await Promise.all([
        adaWork().catch(async (e: unknown) => {
          await shot(adaLab, "ada-fail");
          throw e;
        }),
        boWork().catch(async (e: unknown) => {
          await shot(boLab, "bo-fail");
          throw e;
        }),
      ]);

      say("collect", await terminal.run(`${workbook} course collect ${lesson}`));
      say("grade", await terminal.run(`${workbook} grade ${lesson}`, 400));
      const formgrader = await Formgrader.open(irisLab);
      await formgrader.openSubmission(lesson, "one-device", ada);
      await shot(irisLab, "formgrader");
      await formgrader.mark("conclusion-10-3", 2.5, "Say how many seconds.");
      say("marked");
      say("return", await terminal.run(`${workbook} course return ${lesson}`).catch((e: unknown) => e));
      await adaList.refresh();
      say("feedback", await (await adaList.fetchFeedback(lesson)).innerText());
      await shot(adaLab, "ada-feedback");
    } catch (e) {
      await shot(irisLab, "iris-fail");
      throw e;
    }
  },
  1_200_000,
);
