import { plannedRuns, readDesign, withLevels, type Design, type PlannedRun } from "../../../lib/experiment/design";
import { newJournal, recordFile, type Journal } from "../../../lib/experiment/runner/journal";
import type { RunRecord } from "../../../lib/runs";
import { madeRun } from "./records";

/** Files that are handed in, as a runner leaves them: the journal of each experiment, and a record of each of its runs. */
export type HandedExperiments = Map<string, Journal | RunRecord>;

/** Lesson 5's experiment, as its notebook makes it. */
export async function lessonExperiment(): Promise<HandedExperiments> {
  return handed(await readDesign("lesson"));
}

/** Lesson 6's experiments: the one that its model is fitted to, and the one that it predicts. */
export async function predictionExperiments(): Promise<HandedExperiments> {
  const fit = await readDesign("fit");
  const levels = { model: ["efficientnetb0"], mode: ["sync"], batch: [16], nodes: [2, 3] };
  return new Map([...handed(fit), ...handed(withLevels(fit, "fit-unseen", levels), 30)]);
}

/** @param minute When it began, after the first experiment. */
function handed(design: Design, minute = 0): HandedExperiments {
  const folder = `results/experiments/${design.name}`;
  const runs = plannedRuns(design).map((planned): [string, RunRecord] => [
    recordFile(folder, planned),
    runOf(planned, minute + planned.number),
  ]);
  const journal = newJournal(design, { kind: "loopback" });
  journal.runs.forEach((run, at) => {
    run.made = run.number;
    run.attempts = [
      { number: 1, startedAt: runs[at][1].startedAt, endedAt: runs[at][1].endedAt, outcome: "completed" },
    ];
  });
  return new Map<string, Journal | RunRecord>([[`${folder}/journal.json`, journal], ...runs]);
}

function runOf({ levels, replicate }: PlannedRun, minute: number): RunRecord {
  const [nodes, batch] = [Number(levels.nodes), Number(levels.batch)];
  return madeRun({
    ...{ program: "04-many-nodes/train", model: "efficientnetb0", strategy: "multi-worker", images: 192, epochs: 4 },
    ...{ syncEvery: levels.mode === "sync" ? 1 : 4, replicas: nodes, batch: nodes * batch, minute },
    ...{ perImage: (5 * (1 + 0.02 * replicate)) / nodes, allReduce: (0.05 * 2 * (nodes - 1)) / nodes },
  });
}
