import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkLargestDifference, checkNodesProgram } from "../../../lib/checks";
import { workbookRoot } from "../../../lib/system/workbook";
import { exercise } from "../exercise";
import { handedIn, ownNodesProgramRuns } from "../measured/lessons";

const chapter = (name: string): string => readFileSync(join(workbookRoot, "chapters", name, "train.mts"), "utf8");
const lesson3 = chapter("03-deeper-model");
const shortest = `
import * as strategy from "parallel-training/strategy";
import { programArguments } from "parallel-training/jobs";
import { modelNamed } from "parallel-training/models";
import { datasetNamed } from "parallel-training/datasets";
import { fit, sgd } from "parallel-training/training";
const given = programArguments({ localBatchSize: 8, syncEvery: 1, epochs: 2 });
const all = new strategy.MultiWorkerMirroredStrategy({ cluster: await strategy.resolveCluster(), device: "cpu" });
const images = await datasetNamed("synthetic", { imageSize: 32, globalBatchSize: given.localBatchSize * all.replicas });
const model = modelNamed("resnet50", { inputShape: [32, 32, 3], classes: images.classes.length });
await fit(model, images, { strategy: all, epochs: 2, syncEvery: given.syncEvery, optimizer: sgd(0.01) });
`;

export const exercises = [
  exercise({
    what: "the text of a program for several nodes",
    cell: "04-many-nodes/test-own-program",
    check: checkNodesProgram,
    right: [() => chapter("04-many-nodes"), () => shortest],
    wrong: [
      { what: "lesson 3's program", answer: () => lesson3, says: /which one has the workers/ },
      {
        what: "a cluster that nobody waits for",
        answer: () => chapter("04-many-nodes").replace(/await resolveCluster\([^)]*\)/, "undefined"),
        says: /Nothing finds the other workers/,
      },
      {
        what: "syncEvery in a comment",
        answer: () => chapter("04-many-nodes").replaceAll(/syncEvery(: 1)?,/g, "/* syncEvery */"),
        says: /hand it to fit/,
      },
      { what: "a program cut off", answer: () => chapter("04-many-nodes").slice(0, -4), says: /is a bracket missing/ },
      { what: "nothing", answer: () => "", says: /It trains nothing/ },
    ],
  }),
  exercise({
    what: "the largest difference of two runs",
    cell: "04-many-nodes/test-largest-difference",
    check: checkLargestDifference,
    ownRecords: handedIn(ownNodesProgramRuns()),
    right: [
      (own, lessons) =>
        own.length === lessons.length ? Math.max(...own.map((loss, i) => Math.abs(loss / lessons[i] - 1))) : Infinity,
      (own, lessons) => {
        if (own.length !== lessons.length) return Infinity;
        let largest = 0;
        for (const [step, loss] of lessons.entries()) {
          if (Math.abs(own[step] - loss) > largest * loss) largest = Math.abs(own[step] - loss) / loss;
        }
        return largest;
      },
    ],
    wrong: [
      {
        what: "steps not counted",
        answer: (own, lessons) => Math.max(...own.map((loss, i) => Math.abs(loss - lessons[i]) / lessons[i])),
        says: /differ in their steps/,
      },
      {
        what: "differences with a sign",
        answer: (own, lessons) =>
          own.length === lessons.length
            ? Math.max(...own.map((loss, i) => (loss - lessons[i]) / lessons[i]))
            : Infinity,
        says: /without its sign/,
      },
      {
        what: "absolute differences",
        answer: (own, lessons) =>
          own.length === lessons.length ? Math.max(...own.map((loss, i) => Math.abs(loss - lessons[i]))) : Infinity,
        says: /Divide by the loss/,
      },
      {
        what: "the mean difference",
        answer: (own, lessons) =>
          own.length === lessons.length
            ? own.reduce((sum, loss, i) => sum + Math.abs(loss - lessons[i]) / lessons[i], 0) / own.length
            : Infinity,
        says: /That is the mean/,
      },
    ],
  }),
];
