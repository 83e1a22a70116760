import { argumentsOfLevels, nodesOfLevels } from "../design";
import type { Trial } from "./executor";
import { attemptFolder, type Attempt, type Journal, type JournalRun } from "./journal";

/** What a try at a run has to do. */
export function trialOf({ design, dataset }: Journal, folder: string, run: JournalRun, attempt: Attempt): Trial {
  const values = argumentsOfLevels(design, run.levels);
  return {
    folder: attemptFolder(folder, run, attempt),
    name: `${design.name}-${String(run.number).padStart(3, "0")}`,
    program: design.program,
    arguments: dataset === undefined ? values : { ...values, dataset },
    nodes: nodesOfLevels(run.levels),
    resources: design.resources,
  };
}
