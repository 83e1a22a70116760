import { setTimeout as sleep } from "node:timers/promises";
import { slurm } from "./client";
import { controllerJobs, nodeNames, secondsSince1970, timesInSeconds, type ControllerJob } from "./controller";
import { hasEnded } from "./job-state";

/** A job in Slurm's accounting; a job that started more than once is one entry. */
export interface AccountedJob {
  /** Slurm's word for the state of its last start: `COMPLETED`, `RUNNING`, ... */
  state: string;
  /** When it first started and last ended, in seconds since 1970; undefined where it has not. */
  startedAt?: number;
  endedAt?: number;
  /** The names of all nodes that it had. */
  nodes: string[];
}

/** A cluster's answer about jobs. */
export interface Accounting {
  /** The jobs that it knows, by number. */
  jobs: Map<string, AccountedJob>;
  /** Whether it keeps a record of all its jobs, so that an unknown job never existed. */
  isComplete: boolean;
  /** The names of the cluster's nodes, without a domain. */
  nodes: ReadonlySet<string>;
}

const columns = "JobID,State,Start,End,NodeList";
// Jobs asked about in one command, since the length of a command line is limited.
const jobsPerCommand = 200;

/**
 * Asks Slurm about jobs, even those of last year: its accounting (`sacct`) or, where that has no database, the controller,
 * and then `sacct -c` about jobs that ended long ago.
 * @param ids The jobs' numbers; anything that is not a number is left out.
 * @param patience Seconds to wait for all answers together.
 * @returns undefined where there is no Slurm, or it does not answer: then nothing is known about the jobs.
 */
export async function accounted(ids: readonly string[], patience = 20): Promise<Accounting | undefined> {
  const numbers = [...new Set(ids)].filter((id) => /^\d{1,10}$/.test(id));
  if (numbers.length === 0) return undefined;
  return Promise.race([accountedAll(numbers), sleep(patience * 1000, undefined, { ref: false })]);
}

async function accountedAll(ids: readonly string[]): Promise<Accounting | undefined> {
  try {
    const jobs: Accounting["jobs"] = new Map();
    let isComplete = true;
    for (let from = 0; from < ids.length; from += jobsPerCommand) {
      const batch = await accountedBatch(ids.slice(from, from + jobsPerCommand));
      for (const [id, job] of batch.jobs) jobs.set(id, job);
      isComplete &&= batch.isComplete;
    }
    const nodes = await slurm("sinfo", ["-h", "-N", "-o", "%N"]);
    return {
      jobs,
      isComplete,
      nodes: new Set(nodes.failed ? [] : nodes.stdout.split(/\s+/).map((name) => name.split(".")[0])),
    };
  } catch {
    return undefined; // no Slurm here
  }
}

async function accountedBatch(ids: readonly string[]): Promise<Omit<Accounting, "nodes">> {
  const inDatabase = await sacct(ids, ["-X", "-D"]);
  const jobs = readAccounting(inDatabase ?? "");
  const unknown = (): string[] => ids.filter((id) => !jobs.has(id));
  const known = new Map((await controllerJobs({ ids: unknown() }))?.map((job) => [job.id, job]));
  // The file that `sacct -c` reads holds job names, as their owners wrote them, among Slurm's own words. So the controller is
  // trusted first, except for jobs that started again: it tells only their last start.
  for (const job of known.values()) if (job.restarts === 0) jobs.set(job.id, accountOf(job));
  const ended = unknown().length > 0 ? await sacct(unknown(), ["-c"]) : "";
  for (const [id, job] of readAccounting(ended ?? "")) jobs.set(id, job);
  for (const id of unknown()) {
    const job = known.get(id);
    if (job) jobs.set(id, accountOf(job));
  }
  return { jobs, isComplete: inDatabase !== undefined || ended !== undefined };
}

/** The lines of accounting from one of its sources; undefined where the cluster does not have that source. */
async function sacct(ids: readonly string[], source: readonly string[]): Promise<string | undefined> {
  const flags = [...source, "-n", "-P", "-j", ids.join(","), "-o", columns];
  const { failed, stdout } = await slurm("sacct", flags, { environment: timesInSeconds });
  return failed ? undefined : stdout;
}

/** Reads the lines of `sacct -n -P -o JobID,State,Start,End,NodeList`, with times in seconds since 1970. */
export function readAccounting(text: string): Map<string, AccountedJob> {
  const jobs = new Map<string, AccountedJob>();
  for (const line of text.split("\n")) {
    const [id, state, start, end, nodeList] = line.split("|");
    if (nodeList === undefined || !/^\d+$/.test(id)) continue; // a step, such as `12.0`
    const earlier = jobs.get(id);
    jobs.set(id, {
      state: state.split(" ")[0],
      startedAt: earlier?.startedAt ?? secondsSince1970(start),
      endedAt: secondsSince1970(end),
      nodes: [...new Set([...(earlier?.nodes ?? []), ...nodeNames(nodeList)])],
    });
  }
  return jobs;
}

function accountOf(job: ControllerJob): AccountedJob {
  const { state, startedAt, endedAt, nodes } = job;
  // For a job that still runs, the controller's end is when its time limit will be over.
  return { state, startedAt, endedAt: hasEnded(job) ? endedAt : undefined, nodes: nodeNames(nodes) };
}
