import { expandHostList } from "../../strategy/cluster/host-list";
import { slurm } from "./client";

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
const askedOneByOne = 20;

/**
 * Asks Slurm's accounting about jobs, which also knows those of last year: `sacct`, or where there is no database
 * `sacct -c`. That one knows only jobs that have ended, so the controller is asked about the others.
 * @param ids Their numbers; what is no number is left out.
 * @returns undefined where there is no Slurm, or it does not answer: then nothing can be said.
 */
export async function accounted(ids: readonly string[]): Promise<Accounting | undefined> {
  const asked = [...new Set(ids)].filter((id) => /^\d{1,10}$/.test(id));
  if (asked.length === 0) return undefined;
  try {
    const jobs = new Map<string, AccountedJob>();
    let isComplete = true;
    for (let from = 0; from < asked.length; from += atOnce) {
      const text = await sacct(asked.slice(from, from + atOnce));
      isComplete &&= text !== undefined;
      for (const [id, job] of readAccounting(text ?? "")) jobs.set(id, job);
    }
    for (const id of asked.filter((each) => !jobs.has(each)).slice(0, askedOneByOne)) {
      const shown = await slurm("scontrol", ["--oneliner", "show", "job", id], { environment });
      if (!shown.failed) jobs.set(id, readShown(shown.stdout));
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

/** The lines of the first accounting that answers; undefined where none does. */
async function sacct(ids: readonly string[]): Promise<string | undefined> {
  const wanted = ["-n", "-P", "-j", ids.join(","), "-o", columns];
  for (const source of [["-X", "-D"], ["-c"]]) {
    const { failed, stdout } = await slurm("sacct", [...source, ...wanted], { environment });
    if (!failed) return stdout;
  }
  return undefined;
}

/** Reads the lines of `sacct -n -P -o JobID,State,Start,End,NodeList`, with times in seconds since 1970. */
export function readAccounting(text: string): Map<string, AccountedJob> {
  const jobs = new Map<string, AccountedJob>();
  for (const line of text.split("\n")) {
    const [id, state, start, end, nodeList] = line.split("|");
    if (nodeList === undefined || !/^\d+$/.test(id)) continue; // steps are `12.0`
    const before = jobs.get(id);
    const [startedAt, endedAt] = [secondsOf(start), secondsOf(end)];
    jobs.set(id, {
      state: state.split(" ")[0],
      startedAt: before?.startedAt ?? startedAt,
      endedAt: endedAt ?? undefined,
      nodes: [...new Set([...(before?.nodes ?? []), ...nodesOf(nodeList)])],
    });
  }
  return jobs;
}

/** Reads a job of `scontrol --oneliner show job`, with times in seconds since 1970. */
function readShown(line: string): AccountedJob {
  const value = (key: string): string => new RegExp(`(?:^|\\s)${key}=(\\S*)`).exec(line)?.[1] ?? "";
  const state = value("JobState");
  // Of a job that runs, the controller tells when its time will be over.
  const endedAt = /^(PENDING|RUNNING|SUSPENDED|COMPLETING)$/.test(state) ? undefined : secondsOf(value("EndTime"));
  return { state, startedAt: secondsOf(value("StartTime")), endedAt, nodes: nodesOf(value("NodeList")) };
}

function secondsOf(time: string): number | undefined {
  return /^\d+$/.test(time) ? Number(time) : undefined; // `Unknown`, `N/A`
}

function nodesOf(list: string): string[] {
  return list === "" || /^(\(null\)|None assigned)$/.test(list) ? [] : expandHostList(list);
}
