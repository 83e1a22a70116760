import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { attemptSchema } from "../../jobs/attempts";
import { nodesAtHandSchema, type NodesAtHand } from "../../jobs/nodes-at-hand";
import { designSchema, plannedRuns, type Design, type PlannedRun } from "../design";
import { checked, readChecked } from "../../system/checked-json";

const level = z.union([z.string(), z.number()]);
/** `stopped` by `stop --now`, or `lost` because it never began. Neither counts as a failure of the run. */
const attempt = attemptSchema(["completed", "out-of-memory", "failed", "stopped", "lost"]);

const schema = z.object({
  schema: z.literal(1),
  design: designSchema,
  /** Where the experiment began: the kind of nodes and, on the local cluster, the rate of its links. */
  on: nodesAtHandSchema.pick({ kind: true, rate: true }),
  /** The dataset that the experiment began with, if the design says `at hand`. */
  dataset: z.string().optional(),
  begunAt: z.iso.datetime(),
  /** In the planned order. */
  runs: z.array(
    z.object({
      number: z.number(),
      replicate: z.number(),
      levels: z.record(z.string(), level),
      /** Place in the order in which runs were really made, from 1; missing until the run is done. */
      made: z.number().optional(),
      /** See `countedAttempts`. */
      forgiven: z.number().optional(),
      attempts: z.array(attempt),
    }),
  ),
});

/** The complete state of an experiment: its design, the order of its runs, and all attempts. */
export type Journal = z.infer<typeof schema>;
/** A run of an experiment, with its attempts. */
export type JournalRun = Journal["runs"][number];
/** One attempt at a run. */
export type Attempt = JournalRun["attempts"][number];

/** An experiment's folder, below the current one. */
export function experimentFolder(name: string): string {
  return resolve("results", "experiments", name);
}

/** The journal's file in an experiment's folder. */
export const journalFile = (folder: string): string => join(folder, "journal.json");

/** A journal without attempts. */
export function newJournal(design: Design, on: Pick<NodesAtHand, "kind" | "rate">): Journal {
  const runs = plannedRuns(design).map((run) => ({ ...run, attempts: [] }));
  const journal = { schema: 1, design, on, begunAt: new Date().toISOString(), runs };
  return checked(journal, schema, (what) => damaged("a new journal", what));
}

/** @returns undefined if the experiment has not begun. @throws one line when the file is not a valid journal. */
export async function readJournal(folder: string): Promise<Journal | undefined> {
  const file = journalFile(folder);
  const journal = await readChecked(file, schema, (what) => damaged(file, what));
  if (journal === undefined) return undefined;
  const planned = plannedRuns(journal.design);
  const wrong = planned.findIndex((run, index) => !isDeepStrictEqual(run, plannedPart(journal.runs.at(index))));
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

/** The folder of one attempt at a run, with all of its files. */
export function attemptFolder(folder: string, run: PlannedRun, { number }: Pick<Attempt, "number">): string {
  return join(folder, "attempts", `${runName(run)}-${number}`);
}

function runName({ number, replicate, levels }: PlannedRun): string {
  const words = Object.values(levels).map((level) => String(level).replace(/[^\w.]+/g, "_"));
  const short = words.join("-").slice(0, 150); // a file's name has at most 255 bytes, and the number tells runs apart
  return [String(number).padStart(3, "0"), short, `r${replicate}`].join("-");
}
