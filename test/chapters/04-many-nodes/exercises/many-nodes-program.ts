import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  checkLargestDifference,
  checkNodesProgram,
} from "../../../../solutions/04-many-nodes/exercises/many-nodes-program";
import { workbookRoot } from "../../../../lib/system/workbook";
import { exercise } from "../../../checks/exercise";
import { handedIn, ownNodesProgramRuns } from "../../../checks/measured/lessons";

const chapter = (name: string): string =>
  readFileSync(join(workbookRoot, "chapters", name, "programs", "train.mts"), "utf8");
const program = (): string => chapter("04-many-nodes");
const shortest = `
import * as strategy from "parallel-training/strategy";
import { programArguments } from "parallel-training/jobs";
import { fit } from "parallel-training/training";
import { imagesOf, model } from "../../../checks/exercises/mine";
const given = programArguments({ localBatchSize: 8, syncEvery: 1 });
const all = new strategy.MultiWorkerMirroredStrategy({ cluster: await strategy.resolveCluster() });
await fit(model, imagesOf(given.localBatchSize * all.replicas), { strategy: all, syncEvery: given.syncEvery });
`;

export const exercises = [
  exercise({
    cell: "04-many-nodes/test-own-program",
    check: checkNodesProgram,
    right: [program, () => shortest],
    // The slips are verdicts: these are the texts that they are about.
    wrong: [
      { what: "lesson 3's program", answer: () => chapter("03-deeper-model"), says: /which one has the workers/ },
      {
        what: "a cluster that nobody waits for",
        answer: () => program().replace(/await resolveCluster\([^)]*\)/, "undefined"),
        says: /Nothing finds the other workers/,
      },
      {
        what: "syncEvery in a comment",
        answer: () => program().replaceAll(/syncEvery(: 1)?,/g, "/* syncEvery */"),
        says: /hand it to fit/,
      },
      { what: "a program cut off", answer: () => program().slice(0, -4), says: /is a bracket missing/ },
      { what: "nothing", answer: () => "", says: /It trains nothing/ },
    ],
  }),
  exercise({
    cell: "04-many-nodes/test-largest-difference",
    check: checkLargestDifference,
    ownRecords: handedIn(ownNodesProgramRuns()),
    right: (own, lessons) => {
      if (own.length !== lessons.length) return Infinity;
      return Math.max(...own.map((loss, i) => Math.abs(loss / lessons[i] - 1)));
    },
    wrong: {
      what: "steps not counted",
      answer: (own, lessons) => Math.max(...own.map((loss, i) => Math.abs(loss - lessons[i]) / lessons[i])),
      says: /differ in their steps/,
    },
  }),
];
