import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Design, PlannedRun } from "../../lib/experiment/design";
import { newJournal, recordFile, type Attempt, type JournalRun } from "../../lib/experiment/runner/journal";
import { writeRun, type RunRecord } from "../../lib/runs/record";
import { runOf } from "../checks/measured/experiments";

/** How a made-up try ends. Default: completed. */
export type MadeUpOutcome = "completed" | "out-of-memory" | "failed" | "planned";

/** What is made up of an experiment. */
export interface MadeUpExperiment {
  folder: string;
  /** Of each run. */
  outcome?: (run: PlannedRun) => MadeUpOutcome;
  /** Tries before the last one, which failed. */
  retried?: (run: PlannedRun) => number;
  /** The runs' numbers in the order in which they are made. Default: as planned. */
  order?: (numbers: number[]) => number[];
  commit?: (run: PlannedRun) => string;
}

/** Writes an experiment as a runner would have, with made-up runs: nothing is trained. */
export async function writeMadeUpExperiment(design: Design, options: MadeUpExperiment): Promise<void> {
  const { folder, outcome = () => "completed", retried = () => 0, order = (numbers) => numbers } = options;
  const journal = newJournal(design, { kind: "local-cluster", rate: "1gbit" });
  mkdirSync(folder, { recursive: true });
  let clock = Date.UTC(2026, 0, 5, 8);
  let made = 0;
  for (const number of order(journal.runs.map((run) => run.number))) {
    const run = journal.runs[number - 1];
    const end = outcome(run);
    for (let fault = 0; fault < retried(run); fault++) {
      clock = addTry(run, clock, 5, { outcome: "failed", message: `made-up fault ${fault + 1} of run ${number}` });
    }
    if (end === "planned") continue;
    const record = recordOf(design, run, clock, options.commit?.(run) ?? "c0ffee".padEnd(40, "0"));
    const seconds = record.epochs.at(-1)?.steps.end.at(-1) ?? 0;
    clock = addTry(run, clock, seconds, { outcome: end, message: end === "completed" ? "done" : `made-up: ${end}` });
    if (end !== "failed") run.made = ++made;
    if (end === "completed") await writeRun(recordFile(folder, run), record);
  }
  writeFileSync(join(folder, "journal.json"), JSON.stringify(journal));
}

function addTry(run: JournalRun, from: number, seconds: number, end: Pick<Attempt, "outcome" | "message">): number {
  const until = from + 1000 * (seconds + 2);
  const [startedAt, endedAt] = [from, until].map((time) => new Date(time).toISOString());
  run.attempts.push({ number: run.attempts.length + 1, startedAt, endedAt, job: String(100 + run.number), ...end });
  return until;
}

/** As a job has it whose training learns a little in each epoch. */
function recordOf(design: Design, planned: PlannedRun, begun: number, commit: string): RunRecord {
  const run = runOf(design, planned, { minute: planned.number });
  for (const each of run.epochs) each.accuracy = each.validation!.accuracy = 0.1 + 0.15 * each.epoch;
  const at = (written: string): string =>
    new Date(Date.parse(written) - Date.parse(run.startedAt) + begun + 1000).toISOString();
  return {
    ...run,
    ...{ id: `made-up-${planned.number}`, startedAt: at(run.startedAt), endedAt: at(run.endedAt!) },
    ...(planned.number <= 2 && {
      mfu: { share: planned.number / 10, operationsPerSecond: 1e11, isMeasured: true },
    }),
    where: {
      ...{ ...run.where, processor: "Made-up <CPU>", slurmJobId: String(100 + planned.number), commit },
      hosts: run.where.hosts.map((_, node) => `node${node + 1}`),
    },
  };
}
