import type { AccountedJob, Accounting } from "../../slurm/accounting";
import { checkRecord, type RunRecord } from "../../runs/record";
import { exampleRun } from "../../runs/example-run";
import { NOT_THERE, readAsked, type FileText, type Finding } from "./files";

/** A file that a check asks for, as the student has it. */
export interface OwnRecord {
  /** Below the notebook's folder: `results/baseline.json`. */
  file: string;
  /** The run that it holds; undefined where it holds none. */
  run?: RunRecord;
  /** In one line, why it cannot count: it is not there, holds no record, or its run did not complete. */
  wrong?: string;
  /** Nothing of that name was handed in. */
  isMissing?: boolean;
  /** What Slurm's accounting says of the run's job, where it was asked: `unknown` where it says there was none. */
  job?: AccountedJob | "unknown";
}

/** The files that a check asks for. */
export type OwnRecords = readonly OwnRecord[];

/**
 * The student's own run records, read from the notebook's folder. Never throws: what is wrong with a file, the check says.
 * @param files Their names, as the notebook's cells give them: `results/baseline.json`. `*` stands for letters, digits and `_.,+-`.
 */
export function ownRecords(...files: string[]): OwnRecords {
  return readAsked(process.cwd(), files, { links: true }).map(recordOf);
}

/**
 * {@link ownRecords} of a submission, for deciding: no link is followed, little is read, and Slurm's accounting is asked
 * once about the jobs of all records.
 * @param folder The one in which the submitted `results/` lies.
 * @param options `accounting`: how Slurm is asked, for tests.
 * @returns the function that the test cells use in the place of {@link ownRecords}.
 */
export async function ownRecordsIn(
  folder: string,
  options: Partial<Finding> & { accounting?: (ids: readonly string[]) => Promise<Accounting | undefined> } = {},
): Promise<typeof ownRecords> {
  const { accounting = askSlurm, ...finding } = options;
  const read = (files: readonly string[]): OwnRecord[] =>
    readAsked(folder, files, { links: false, ...finding }).map(recordOf);
  const runs = read(["results/*.json", "results/experiments/*/runs/*.json"]).flatMap(({ run }) => run ?? []);
  const said = await accounting(runs.flatMap(({ where }) => where.slurmJobId ?? []));
  return (...files) => read(files).map((record) => ({ ...record, ...(said && jobOf(record, said)) }));
}

/** What stands in for {@link ownRecords} while no student's records are there, and it does not matter what is in them. */
export function standInRecords(...files: string[]): OwnRecords {
  return files.map((file) => ({ file, run: exampleRun({ epochSeconds: [16, 10, 10], batches: [32, 32, 16] }) }));
}

/** The record of a name among some, or that it is not there. */
export function recordAmong(records: OwnRecords, file: string): OwnRecord {
  return records.find((each) => each.file === file) ?? { file, wrong: NOT_THERE, isMissing: true };
}

/** The run that began last; of a student who measured here and there, where it was in the end. */
export function newest(records: OwnRecords): RunRecord | undefined {
  const runs = records.flatMap(({ run }) => run ?? []);
  return runs.sort((a, b) => a.startedAt.localeCompare(b.startedAt)).at(-1);
}

function recordOf({ file, text, ...without }: FileText): OwnRecord {
  if (text === undefined) return { file, ...without };
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
  // Only loaded when it is needed: a student's notebook does without.
  const { accounted } = await import("../../slurm/accounting.js");
  return accounted(ids);
}

/** Nothing is said of a run on nodes that are not this cluster's: it was measured elsewhere. */
function jobOf({ run }: OwnRecord, { jobs, isComplete, nodes }: Accounting): Pick<OwnRecord, "job"> {
  const id = run?.where.slurmJobId;
  if (run === undefined || id === undefined) return {};
  const job = jobs.get(id);
  const isHere = run.where.hosts.some((host) => nodes.has(shortName(host)));
  if (job === undefined) return isComplete && isHere ? { job: "unknown" } : {};
  return isHere || nodes.size === 0 ? { job } : {};
}

const shortName = (host: string): string => host.split(".")[0];
