import {
  argumentsOfRun,
  nodesOfLevels,
  plannedRuns,
  readDesign,
  type Design,
  type PlannedRun,
} from "../../../lib/experiment/design";
import { withLevels } from "../../../chapters/06-prediction/with-levels";
import { newJournal, recordFile, type Journal } from "../../../lib/experiment/runner/journal";
import type { RunRecord } from "../../../lib/runs";
import type { Handed, Machine } from "./lessons";
import { madeRun } from "./records";

/** Files that are handed in, as a runner leaves them: the journal of each experiment, and a record of each of its runs. */
export type HandedExperiments = Map<string, Journal | RunRecord>;

const [lesson, fit] = await Promise.all([readDesign("lesson"), readDesign("fit")]);
/** What lesson 6 predicts, from the runs of its first experiment. */
const unseenOf = (design: string): Design =>
  withLevels(fit, `${design}-unseen`, { model: ["efficientnetb0"], mode: ["sync"], batch: [16], nodes: [2, 3] });
/** Minutes after the runs of the first experiment. */
const later = 30;

/** Lesson 5's experiment, as its notebook makes it. */
export const lessonExperiment = (): HandedExperiments => withJournal(lesson, recordsOf(lesson));

/** Lesson 6's experiments: the one that its model is fitted to, and the one that it predicts. */
export function predictionExperiments(): HandedExperiments {
  const unseen = unseenOf("fit");
  return new Map([...withJournal(fit, recordsOf(fit)), ...withJournal(unseen, recordsOf(unseen, { minute: later }))]);
}

/** Lesson 5's records alone, also in an experiment of another name. */
export const experimentRuns = ({ design = lesson.name, ...machine }: Machine & { design?: string } = {}): Handed =>
  recordsOf({ ...lesson, name: design }, machine);

/** Lesson 6's records alone, as {@link experimentRuns}. */
export const predictionRuns = ({ design = fit.name, ...machine }: Machine & { design?: string } = {}): Handed =>
  new Map([
    ...recordsOf({ ...fit, name: design }, machine),
    ...recordsOf(unseenOf(design), { ...machine, minute: later }),
  ]);

const folderOf = ({ name }: Design): string => `results/experiments/${name}`;

/** @param made What made its runs; `minute` is when they began, after the first experiment. */
function recordsOf(design: Design, { minute = 0, ...machine }: Machine & { minute?: number } = {}): Handed {
  return new Map(
    plannedRuns(design).map((planned) => [
      recordFile(folderOf(design), planned),
      runOf(design, planned, { ...machine, minute: minute + planned.number }),
    ]),
  );
}

function withJournal(design: Design, runs: Handed): HandedExperiments {
  const journal = newJournal(design, { kind: "loopback" });
  journal.runs.forEach((run) => {
    const { startedAt, endedAt } = runs.get(recordFile(folderOf(design), run))!;
    run.made = run.number;
    run.attempts = [{ number: 1, startedAt, endedAt, outcome: "completed" }];
  });
  return new Map<string, Journal | RunRecord>([[`${folderOf(design)}/journal.json`, journal], ...runs]);
}

/** A planned run's record, as its program would have written it. */
export function runOf(
  design: Design,
  planned: PlannedRun,
  { perImage = 5, seed = 1, minute }: Machine & { minute: number },
): RunRecord {
  const nodes = nodesOfLevels(planned.levels);
  const { model = "efficientnetb0", ...values } = argumentsOfRun(design, planned);
  const of = (name: string, usual: number): number => Number(values[name] ?? usual);
  return madeRun({
    ...{ program: design.program, model: String(model), strategy: "multi-worker", minute, seed },
    ...{ images: of("trainImages", 192), epochs: of("epochs", 3), syncEvery: of("syncEvery", 1) },
    ...{ replicas: nodes, batch: nodes * of("localBatchSize", 8) },
    // Each replicate is a little slower than the one before.
    perImage: (perImage * (1 + 0.05 * ((planned.replicate * seed) % 4))) / nodes,
    allReduce: (0.01 * perImage * 2 * (nodes - 1)) / nodes,
  });
}
