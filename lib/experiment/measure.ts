import { plannedRuns, type Design, type PlannedRun } from "./design";
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
 * run failed at every attempt.
 */
export async function measureExperiment(design: Design): Promise<MeasuredExperiment> {
  const grading = process.env.NBGRADER_EXECUTION !== undefined;
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
    console.log(`${kept.folder} holds all ${total} runs, begun ${minute(kept.journal.begunAt)} UTC: not run again.`);
    return kept;
  }
  await runMissingRuns(design);
  return readExperiment(design.name);
}

async function runMissingRuns(design: Design): Promise<void> {
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
