import { relative } from "node:path";
import { mostDeviceHours, refuseOverBudget } from "../jobs/device-hours";
import { currentNodes } from "../jobs/nodes-at-hand";
import { isGrading } from "../system/grading";
import { counted } from "../system/words";
import { nodesOfLevels, plannedRuns, type Design, type PlannedRun } from "./design";
import { observations, type Observation } from "./observations";
import { experimentFolder, readExperiment, readJournal, refuseChanges, runExperiment } from "./runner";
import { standInRuns } from "./stand-in";

/** The results of an experiment for a notebook. */
export interface MeasuredExperiment {
  design: Design;
  /** One for each completed run, in the order in which the runs were made. */
  observations: Observation[];
  /** Runs that ran out of memory. */
  outOfMemory: PlannedRun[];
}

/**
 * Makes the missing runs of a design from a notebook, and returns all runs. While nbgrader grades, nothing is trained: the
 * submitted experiment is read, and without one, made-up runs let later cells run. Interrupting the cell does not end the
 * current run; running the cell again finds that run.
 * @throws one line when the experiment cannot go on: another runner holds it, its design has changed since it began, or a
 * run failed at every attempt; or when the site does not want the jobs.
 */
export async function measureExperiment(design: Design): Promise<MeasuredExperiment> {
  const grading = isGrading();
  const journal = await readJournal(experimentFolder(design.name));
  if (grading && journal) return readExperiment(design.name);
  if (grading) {
    console.log(`Nothing is trained while grading, and ${design.name} was not handed in: made-up runs stand in.`);
    const runs = standInRuns(design);
    const { response } = design;
    return {
      design,
      observations: observations([...runs.keys()], { response, place: (run) => runs.get(run) }),
      outOfMemory: [],
    };
  }
  if (journal) refuseChanges(design, journal);
  const kept = journal && (await readExperiment(design.name));
  const total = plannedRuns(design).length;
  if (kept && kept.progress.done === total) {
    const begun = minute(kept.journal.begunAt);
    console.log(`${relative("", kept.folder)} holds all ${total} runs, begun ${begun} UTC: not run again.`);
    return kept;
  }
  await runMissingRuns(design, total - (kept?.progress.done ?? 0));
  return readExperiment(design.name);
}

async function runMissingRuns(design: Design, missing: number): Promise<void> {
  if ((await currentNodes()).kind !== "loopback") {
    const { gpus = 0, minutes = Infinity } = design.resources; // without a limit of its own, a job has its partition's
    const nodes = Math.max(...plannedRuns(design).map(({ levels }) => nodesOfLevels(levels)));
    const { unit, atMost } = mostDeviceHours({ nodes, gpusPerNode: gpus, minutes: missing * minutes });
    if (Number.isFinite(atMost)) console.log(`${counted(missing, "job")}: at most ${atMost.toPrecision(2)} ${unit}.`);
    await refuseOverBudget({ atMost, unit });
  }
  const interrupted = new AbortController();
  const interrupt = (): void => {
    interrupted.abort();
  };
  process.on("SIGINT", interrupt);
  try {
    const { signal } = interrupted;
    const { ended, progress } = await runExperiment(design, { how: "either", signal, print: console.log });
    if (ended === undefined) return;
    if (ended !== "failed runs") {
      throw new Error(`The experiment ${design.name} was ${ended}: run this cell again to go on.`);
    }
    throw new Error(
      `${progress.failed} of ${progress.total} runs failed at every try: \`./workbook experiment status ${design.name} --runs\` ` +
        `says why; \`resume ${design.name} --failed\` tries them again.`,
    );
  } finally {
    process.off("SIGINT", interrupt);
  }
}

const minute = (time: string): string => time.slice(0, 16).replace("T", " ");
