import { expandHostList } from "./host-list";
import { slurm } from "./client";
import { clusterFlags, jobNumber } from "./job-id";
import { slurmSeconds } from "./time";

/** The size of a job: its nodes, and the GPUs of all of them together. */
export interface Allocation {
  nodes: number;
  gpus: number;
}

/** A job as Slurm's controller knows it: it waits, runs, or ended some minutes ago. */
export interface ControllerJob {
  id: string;
  /** The number of the Unix account that owns it. */
  uid: number;
  /** Slurm's word: `PENDING`, `RUNNING`, `COMPLETED`, ... */
  state: string;
  /** Slurm's word for the reason of its state, mostly `None`. */
  reason: string;
  /** Its nodes as Slurm lists them, `node[1-3]`; empty where it has none. */
  nodes: string;
  /** Exit status of the job's script, and the signal that ended it. */
  exitCode: number;
  signal: number;
  /** What it has, or asks for while it waits; undefined where Slurm does not say. */
  allocation?: Allocation;
  /** How often it has started again. */
  restarts: number;
  /** How long its last start has run, in seconds; undefined where Slurm does not say. */
  seconds?: number;
  /** When it was submitted, or put back into the queue to start again, in seconds since 1970. */
  submittedAt?: number;
  /** When it started or is expected to start, and when it ended or its time limit will be over, in seconds since 1970. */
  startedAt?: number;
  endedAt?: number;
}

/** The jobs to ask about. Nobody is asked for a name, which a job's owner can give to any of his jobs. */
interface JobFilter {
  /** Ids of one cluster, see `jobId`. */
  ids?: readonly string[];
  uid?: number;
}

/** Has Slurm print times as seconds since 1970, so that the cluster's time zone does not matter. */
export const timesInSeconds = { SLURM_TIME_FORMAT: "%s" };

// The columns have fixed widths, and none holds a text that the job's owner can choose, such as its name or comment: by such
// a text the owner could forge what is read here. (`scontrol show job` mixes such texts with Slurm's own words.)
const columns = {
  JobID: 20,
  UserID: 20,
  State: 40,
  exit_code: 20,
  RestartCnt: 20,
  TimeUsed: 30,
  StartTime: 30,
  EndTime: 30,
  Reason: 200,
  NodeList: 4000,
  SubmitTime: 30,
  "tres-alloc": 1000,
} as const;
type Column = keyof typeof columns;

const format = Object.entries(columns)
  .map(([name, width]) => `${name}:${width}`)
  .join(",");

/**
 * Asks Slurm's controller about jobs.
 * @returns the jobs that it knows, in the order of their numbers; undefined when it does not answer now.
 * @throws one line where there is no Slurm.
 */
export async function controllerJobs({ ids, uid }: JobFilter): Promise<ControllerJob[] | undefined> {
  if (ids?.length === 0) return [];
  const filter = [
    ...(ids === undefined ? [] : [...clusterFlags(ids[0]), `--jobs=${ids.map(jobNumber).join(",")}`]),
    ...(uid === undefined ? [] : [`--users=${uid}`]),
  ];
  const flags = ["--noheader", "--states=all", ...filter, `--Format=${format}`];
  const { failed, stdout, stderr } = await slurm("squeue", flags, { environment: timesInSeconds });
  if (!failed) return readSqueue(stdout).sort((a, b) => Number(a.id) - Number(b.id));
  return /invalid job id/i.test(stderr) ? [] : undefined;
}

/**
 * The folder from which an account submitted a job. It is asked for by itself, since the job's owner chooses its name.
 * @param uid The account that must own the job.
 * @returns undefined where the controller knows no such job of the account, or does not answer.
 * @throws one line where there is no Slurm.
 */
export async function submitFolder(id: string, uid: number): Promise<string | undefined> {
  const flags = ["--noheader", "--states=all", `--jobs=${jobNumber(id)}`, `--users=${uid}`, "--Format=WorkDir:4096"];
  const { failed, stdout } = await slurm("squeue", [...clusterFlags(id), ...flags]);
  const folder = stdout.split("\n").find((line) => line.startsWith("/")); // a line before it may name the cluster
  return failed ? undefined : folder?.trimEnd();
}

/** Reads the output of `squeue --Format` with the columns of this file. Lines that describe no job are left out. */
export function readSqueue(text: string): ControllerJob[] {
  return text.split("\n").flatMap((line) => {
    const cells = cellsOf(line);
    if (!/^\d+$/.test(cells.JobID)) return [];
    const status = Number(cells.exit_code); // in the form of wait(2)
    return {
      id: cells.JobID,
      uid: Number(cells.UserID),
      state: cells.State,
      reason: cells.Reason,
      nodes: cells.NodeList,
      allocation: allocationIn(cells["tres-alloc"]),
      exitCode: (status >> 8) & 0xff,
      signal: status & 0x7f,
      restarts: Number(cells.RestartCnt),
      seconds: slurmSeconds(cells.TimeUsed),
      submittedAt: secondsSince1970(cells.SubmitTime),
      startedAt: secondsSince1970(cells.StartTime),
      endedAt: secondsSince1970(cells.EndTime),
    };
  });
}

/** Reads what a job has: `cpu=4,node=2,gres/gpu=8,gres/gpu:h100=8` are 2 nodes with 8 GPUs. */
export function allocationIn(tres: string): Allocation | undefined {
  const [nodes, gpus] = [/(?:^|,)node=(\d+)/, /(?:^|,)gres\/gpu=(\d+)/].map((pattern) => pattern.exec(tres)?.[1]);
  return nodes === undefined ? undefined : { nodes: Number(nodes), gpus: Number(gpus ?? 0) };
}

/** Cuts a line into its columns. */
function cellsOf(line: string): Record<Column, string> {
  let start = 0;
  const cells = Object.entries(columns).map(([name, width]): [string, string] => {
    start += width;
    return [name, line.slice(start - width, start).trim()];
  });
  return Object.fromEntries(cells) as Record<Column, string>; // a cell for each column
}

/** Reads a time of {@link timesInSeconds}; undefined for `N/A` and `Unknown`. */
export function secondsSince1970(time: string): number | undefined {
  return /^\d+$/.test(time) ? Number(time) : undefined;
}

/** The names of a job's nodes. */
export function nodeNames(list: string): string[] {
  return list === "" || /^(\(null\)|None assigned)$/.test(list) ? [] : expandHostList(list);
}
