import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  checkLargestDifference,
  checkNodesProgram,
} from "../../../../solutions/04-many-nodes/exercises/many-nodes-program";
import { workbookRoot } from "../../../../lib/system/workbook";
import { exercise, slip } from "../../../checks/exercise";
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
  exercise("04-many-nodes/test-own-program", checkNodesProgram, {
    right: [program, () => shortest],
    // The slips are verdicts: these are the texts that they are about.
    wrong: [
      slip("lesson 3's program", /which strategy has the workers/, () => chapter("03-deeper-model")),
      slip("a cluster that nobody waits for", /Nothing finds the other workers/, () =>
        program().replace(/await resolveCluster\([^)]*\)/, "undefined"),
      ),
      slip("syncEvery in a comment", /pass it to fit/, () =>
        program().replaceAll(/syncEvery(: 1)?,/g, "/* syncEvery */"),
      ),
      slip("a program cut off", /is a bracket missing/, () => program().slice(0, -4)),
      slip("nothing", /It trains nothing/, () => ""),
    ],
  }),
  exercise("04-many-nodes/test-largest-difference", checkLargestDifference, {
    ownRecords: handedIn(ownNodesProgramRuns()),
    right: (own, lessons) => {
      if (own.length !== lessons.length) return Infinity;
      return Math.max(...own.map((loss, i) => Math.abs(loss / lessons[i] - 1)));
    },
    wrong: slip("steps not counted", /different numbers of steps/, (own, lessons) =>
      Math.max(...own.map((loss, i) => Math.abs(loss - lessons[i]) / lessons[i])),
    ),
  }),
];
