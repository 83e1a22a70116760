import { setTimeout as sleep } from "node:timers/promises";
import { slurm } from "./client";
import { controllerJobs, nodeNames, secondsSince1970, type ControllerJob } from "./controller";
import { hasEnded } from "./job-state";

/** What Slurm has written down of a job: all its tries together, where it began more than once. */
export interface AccountedJob {
  /** Slurm's own word: `COMPLETED`, `RUNNING`, ... of the last try. */
  state: string;
  /** When its first try began and its last one ended, in seconds since 1970; undefined where it has not. */
  startedAt?: number;
  endedAt?: number;
  /** The names of all nodes that it had. */
  nodes: string[];
}

/** What a cluster says of jobs. */
export interface Accounting {
  /** The jobs that it knows, by number. */
  jobs: ReadonlyMap<string, AccountedJob>;
  /** Whether it has all its jobs written down: one that it does not know was never there. */
  isComplete: boolean;
  /** The names of the cluster's nodes, without a domain. */
  nodes: ReadonlySet<string>;
}

const columns = "JobID,State,Start,End,NodeList";
// Seconds since 1970: the cluster's own zone does not matter.
const environment = { SLURM_TIME_FORMAT: "%s" };
// A command line has an end, and so has anybody's patience.
const atOnce = 200;
const usualPatience = 20;

/**
 * Asks Slurm's accounting about jobs, which also knows those of last year: `sacct`, or where there is no database its
 * controller, and then `sacct -c` about those that ended long ago.
 * @param ids Their numbers; what is no number is left out.
 * @param patience For all answers together, in seconds.
 * @returns undefined where there is no Slurm, or it does not answer: then nothing can be said.
 */
export async function accounted(ids: readonly string[], patience = usualPatience): Promise<Accounting | undefined> {
  const asked = [...new Set(ids)].filter((id) => /^\d{1,10}$/.test(id));
  if (asked.length === 0) return undefined;
  return Promise.race([accountedAll(asked), sleep(patience * 1000, undefined, { ref: false })]);
}

async function accountedAll(asked: readonly string[]): Promise<Accounting | undefined> {
  try {
    const jobs = new Map<string, AccountedJob>();
    let isComplete = true;
    for (let from = 0; from < asked.length; from += atOnce) {
      const some = await accountedSome(asked.slice(from, from + atOnce));
      for (const [id, job] of some.jobs) jobs.set(id, job);
      isComplete &&= some.isComplete;
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

type SomeJobs = Pick<Accounting, "isComplete"> & { jobs: Map<string, AccountedJob> };

async function accountedSome(ids: readonly string[]): Promise<SomeJobs> {
  const inDatabase = await sacct(ids, ["-X", "-D"]);
  const jobs = readAccounting(inDatabase ?? "");
  const unknown = (): string[] => ids.filter((id) => !jobs.has(id));
  const known = new Map((await controllerJobs({ ids: unknown() }))?.map((job) => [job.id, job]));
  // Of one that started again, the controller tells the last start alone. Of the others it goes before `sacct -c`, whose file
  // holds each job's name, as its owner wrote it, among Slurm's own words.
  for (const job of known.values()) if (job.restarts === 0) jobs.set(job.id, accountOf(job));
  const ended = unknown().length > 0 ? await sacct(unknown(), ["-c"]) : "";
  for (const [id, job] of readAccounting(ended ?? "")) jobs.set(id, job);
  for (const id of unknown()) {
    const job = known.get(id);
    if (job) jobs.set(id, accountOf(job));
  }
  return { jobs, isComplete: inDatabase !== undefined || ended !== undefined };
}

/** The lines of accounting from one of its sources; undefined where that is not there. */
async function sacct(ids: readonly string[], source: readonly string[]): Promise<string | undefined> {
  const wanted = ["-n", "-P", "-j", ids.join(","), "-o", columns];
  const { failed, stdout } = await slurm("sacct", [...source, ...wanted], { environment });
  return failed ? undefined : stdout;
}

/** Reads the lines of `sacct -n -P -o JobID,State,Start,End,NodeList`, with times in seconds since 1970. */
export function readAccounting(text: string): Map<string, AccountedJob> {
  const jobs = new Map<string, AccountedJob>();
  for (const line of text.split("\n")) {
    const [id, state, start, end, nodeList] = line.split("|");
    if (nodeList === undefined || !/^\d+$/.test(id)) continue; // steps are `12.0`
    const before = jobs.get(id);
    const [startedAt, endedAt] = [secondsSince1970(start), secondsSince1970(end)];
    jobs.set(id, {
      state: state.split(" ")[0],
      startedAt: before?.startedAt ?? startedAt,
      endedAt: endedAt ?? undefined,
      nodes: [...new Set([...(before?.nodes ?? []), ...nodeNames(nodeList)])],
    });
  }
  return jobs;
}

function accountOf(job: ControllerJob): AccountedJob {
  const { state, startedAt, endedAt, nodes } = job;
  // Of a job that goes on, the controller tells when its time will be over.
  return { state, startedAt, endedAt: hasEnded(job) ? endedAt : undefined, nodes: nodeNames(nodes) };
}
