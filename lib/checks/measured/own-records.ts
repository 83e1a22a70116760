import { isOfCluster } from "../../cells/place-schema";
import type { AccountedJob, Accounting } from "../../slurm/accounting";
import { checkRecord, type RunRecord } from "../../runs/record";
import { exampleRun } from "../../runs/example-run";
import { NOT_THERE, readAsked, type FileText, type Finding } from "./files";

/** A student's file that a check reads. */
export interface OwnRecord {
  /** Below the notebook's folder: `results/baseline.json`. */
  file: string;
  run?: RunRecord;
  /** One line that says why it does not count: it is missing, holds no record, or its run did not complete. */
  wrong?: string;
  /** No file of that name was handed in. */
  isMissing?: boolean;
  /** The run's job in Slurm's accounting, where that was asked; `unknown` if it has no such job. */
  job?: AccountedJob | "unknown";
}

/** The files that a check reads. */
export type OwnRecords = readonly OwnRecord[];

/**
 * The student's own run records, read from the notebook's folder. It never throws: the check says what is wrong with a file.
 * @param files names such as `results/baseline.json`; `*` stands for letters, digits and `_.,+-`.
 */
export function ownRecords(...files: string[]): OwnRecords {
  return readAsked(process.cwd(), files, { links: true }).map(recordOf);
}

/**
 * Reads {@link ownRecords} of a submission for grading: it follows no link, reads only so much, and asks Slurm's accounting
 * once about the jobs of all records.
 * @param folder holds the submitted `results/`.
 * @param options `accounting` replaces Slurm's, for tests.
 * @returns the function that test cells use in place of {@link ownRecords}.
 */
export async function ownRecordsIn(
  folder: string,
  options: Partial<Finding> & { accounting?: (ids: readonly string[]) => Promise<Accounting | undefined> } = {},
): Promise<typeof ownRecords> {
  const { accounting = askSlurm, ...finding } = options;
  const read = (files: readonly string[]): OwnRecord[] =>
    readAsked(folder, files, { links: false, ...finding }).map(recordOf);
  const runs = read(["results/*.json", "results/experiments/*/runs/*.json"]).flatMap(({ run }) => run ?? []);
  const accounted = await accounting(runs.flatMap(({ where }) => where.slurmJobId ?? []));
  return (...files) => read(files).map((record) => ({ ...record, ...(accounted && jobOf(record, accounted)) }));
}

/** Stands in for {@link ownRecords} when there is no student and the records' content does not matter. */
export function standInRecords(...files: string[]): OwnRecords {
  return files.map((file) => ({ file, run: exampleRun({ epochSeconds: [16, 10, 10], batches: [32, 32, 16] }) }));
}

/** The record of a file; one that says so if it is missing. */
export function recordAmong(records: OwnRecords, file: string): OwnRecord {
  return records.find((record) => record.file === file) ?? { file, wrong: NOT_THERE, isMissing: true };
}

/**
 * The run that began last, and whether a job made it: a student may have measured on several machines. One that failed counts
 * only where none completed.
 */
export function newest(records: OwnRecords): { run?: RunRecord; onCluster: boolean } {
  const ran = records.filter(({ run }) => run !== undefined);
  const completed = ran.filter(({ wrong }) => wrong === undefined);
  const startOf = ({ run }: OwnRecord): string => run?.startedAt ?? "";
  const byStart = (completed.length > 0 ? completed : ran).sort((a, b) => startOf(a).localeCompare(startOf(b)));
  const { file, run } = byStart.at(-1) ?? { file: "" };
  return { run, onCluster: isOfCluster(file) };
}

function recordOf({ file, text, ...problem }: FileText): OwnRecord {
  if (text === undefined) return { file, ...problem };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { file, wrong: `no record, since it is not JSON (${text.length} characters)` };
  }
  try {
    const run = checkRecord(value, "it");
    return run.outcome === "completed" ? { file, run } : { file, run, wrong: unfinished(run) };
  } catch (error) {
    return { file, wrong: (error as Error).message.replace(/^it is not a run/, "no run").slice(0, 200) };
  }
}

function unfinished({ outcome, reason }: RunRecord): string {
  const why = reason === undefined ? "" : ` (${reason.slice(0, 100).replace(/\.$|[^ -~]/g, "")})`;
  return `its run is ${outcome}, not completed${why}: delete the file, and run its cell again`;
}

async function askSlurm(ids: readonly string[]): Promise<Accounting | undefined> {
  // Loaded only here, because a student's notebook does not need it.
  const { accounted } = await import("../../slurm/accounting.js");
  return accounted(ids);
}

/** The job of a run in accounting. A run on other nodes than this cluster's was measured elsewhere and has none. */
function jobOf({ run }: OwnRecord, { jobs, isComplete, nodes }: Accounting): Pick<OwnRecord, "job"> {
  const id = run?.where.slurmJobId;
  if (run === undefined || id === undefined) return {};
  const job = jobs.get(id);
  const isHere = run.where.hosts.some((host) => nodes.has(shortName(host)));
  if (job === undefined) return isComplete && isHere ? { job: "unknown" } : {};
  return isHere || nodes.size === 0 ? { job } : {};
}

const shortName = (host: string): string => host.split(".")[0];
