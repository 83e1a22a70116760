import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { NodesAtHand } from "../../jobs";
import { attemptSchema } from "../../jobs/attempts";
import { designSchema, plannedRuns, type Design, type PlannedRun } from "../design";
import { checked, readChecked } from "../../system/checked-json";

const level = z.union([z.string(), z.number()]);
/** `stopped`: by `stop --now`; `lost`: it never began. Neither is a failure of the run. */
const attempt = attemptSchema(["completed", "out-of-memory", "failed", "stopped", "lost"]);

const schema = z.object({
  schema: z.literal(1),
  design: designSchema,
  /** What it runs on: `kind` and, on the local cluster, the rate of the links as it began. */
  on: z.object({ kind: z.enum(["slurm", "local-cluster", "loopback"]), rate: z.string().optional() }),
  /** The dataset, where the design leaves it to what is at hand: the one that the experiment began with. */
  dataset: z.string().optional(),
  begunAt: z.iso.datetime(),
  /** In the order in which they are to be made. */
  runs: z.array(
    z.object({
      number: z.number(),
      replicate: z.number(),
      levels: z.record(z.string(), level),
      /** Its place in the order in which runs were made in fact, from 1; those that are not done have none. */
      made: z.number().optional(),
      /** See {@link countedAttempts}. */
      forgiven: z.number().optional(),
      attempts: z.array(attempt),
    }),
  ),
});

/** All that is known of an experiment: its design, the order of its runs, and every attempt at each of them. */
export type Journal = z.infer<typeof schema>;
/** A run of an experiment, with every attempt at it. */
export type JournalRun = Journal["runs"][number];
/** One attempt at a run. */
export type Attempt = JournalRun["attempts"][number];

/** Where experiments are kept, in the folder in which they are begun. */
const experimentsFolder = join("results", "experiments");

/** An experiment's own folder. */
export function experimentFolder(name: string): string {
  return resolve(experimentsFolder, name);
}

/** An experiment's journal, in its folder. */
export const journalFile = (folder: string): string => join(folder, "journal.json");

/** A journal in which nothing has run. */
export function newJournal(design: Design, on: Pick<NodesAtHand, "kind" | "rate">): Journal {
  const runs = plannedRuns(design).map((run) => ({ ...run, attempts: [] }));
  const journal = { schema: 1, design, on, begunAt: new Date().toISOString(), runs };
  return checked(journal, schema, (what) => damaged("a new journal", what));
}

/** @returns undefined where the experiment has not begun. @throws one line when the file is no journal. */
export async function readJournal(folder: string): Promise<Journal | undefined> {
  const file = journalFile(folder);
  const journal = await readChecked(file, schema, (what) => damaged(file, what));
  if (journal === undefined) return undefined;
  const planned = plannedRuns(journal.design);
  const wrong = planned.findIndex((run, at) => !isDeepStrictEqual(run, plannedPart(journal.runs.at(at))));
  if (wrong >= 0) throw damaged(file, `its run ${wrong + 1} is not the one that its design plans`);
  if (journal.runs.length > planned.length) throw damaged(file, `it has more runs than its design plans`);
  return journal;
}

function plannedPart(run: JournalRun | undefined): PlannedRun | undefined {
  return run && { number: run.number, replicate: run.replicate, levels: run.levels };
}

function damaged(file: string, what: string): Error {
  return new Error(
    `${file} is damaged (${what}): bring it back from a copy, or move its folder away and begin anew; the runs' records are ` +
      "in its folder runs.",
  );
}

/** The file of a run's record: `runs/007-efficientnetb0-sync-8-2-r1.json`. */
export function recordFile(folder: string, run: PlannedRun): string {
  return join(folder, "runs", `${runName(run)}.json`);
}

/** The folder of one attempt at a run, with all that it left behind. */
export function attemptFolder(folder: string, run: PlannedRun, { number }: Pick<Attempt, "number">): string {
  return join(folder, "attempts", `${runName(run)}-${number}`);
}

function runName({ number, replicate, levels }: PlannedRun): string {
  const words = Object.values(levels).map((each) => String(each).replace(/[^\w.]+/g, "_"));
  return [String(number).padStart(3, "0"), ...words, `r${replicate}`].join("-");
}
