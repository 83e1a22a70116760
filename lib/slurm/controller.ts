import { expandHostList } from "./host-list";
import { slurm } from "./client";
import { slurmSeconds } from "./time";

/** A job as Slurm's controller knows it: one that waits, runs, or ended some minutes ago. */
export interface ControllerJob {
  id: string;
  /** The Unix account whose job it is, by its number. */
  uid: number;
  /** Slurm's own word: `PENDING`, `RUNNING`, `COMPLETED`, ... */
  state: string;
  /** Slurm's own word for why, `None` mostly. */
  reason: string;
  /** Its nodes as Slurm lists them, `node[1-3]`; empty where it has none. */
  nodes: string;
  /** Exit status of the job's script, and the signal that ended it. */
  exitCode: number;
  signal: number;
  /** How often it has started again. */
  restarts: number;
  /** Seconds since its last start, or that this start took; undefined where Slurm does not say. */
  seconds?: number;
  /** When it was submitted, in seconds since 1970; of one that started again, when it was put back among those that wait. */
  submittedAt?: number;
  /** When it started or will start, and ended or will end at the latest, in seconds since 1970. */
  startedAt?: number;
  endedAt?: number;
}

/** Which jobs to ask about. */
export interface JobFilter {
  ids?: readonly string[];
  /** Exactly this name. Anybody can give a job any name: ask for the account, too. */
  name?: string;
  uid?: number;
}

// Columns of fixed widths, and none of them holds a text that the job's owner can choose, as its name or its comment: whoever
// renames a job changes nothing of what is read here. (`scontrol show job` mixes such texts with its own words.)
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
} as const;
type Column = keyof typeof columns;

const format = Object.entries(columns)
  .map(([name, width]) => `${name}:${width}`)
  .join(",");

/**
 * Asks Slurm's controller about jobs.
 * @returns the ones that it knows, in the order of their numbers; undefined when it does not answer now.
 * @throws one line where there is no Slurm.
 */
export async function controllerJobs({ ids, name, uid }: JobFilter): Promise<ControllerJob[] | undefined> {
  if (ids?.length === 0) return [];
  const filter = [
    ...(ids === undefined ? [] : [`--jobs=${ids.join(",")}`]),
    ...(name === undefined ? [] : [`--name=${name}`]),
    ...(uid === undefined ? [] : [`--users=${uid}`]),
  ];
  const environment = { SLURM_TIME_FORMAT: "%s" };
  const words = ["--noheader", "--states=all", ...filter, `--Format=${format}`];
  const { failed, stdout, stderr } = await slurm("squeue", words, { environment });
  if (!failed) return readSqueue(stdout).sort((a, b) => Number(a.id) - Number(b.id));
  return /invalid job id/i.test(stderr) ? [] : undefined;
}

/** Reads the lines of `squeue --Format` with the columns of this file. What is no line of a job is left out. */
export function readSqueue(text: string): ControllerJob[] {
  return text.split("\n").flatMap((line) => {
    const cells = cellsOf(line);
    if (!/^\d+$/.test(cells.JobID)) return [];
    const status = Number(cells.exit_code); // as wait(2) has it
    return {
      id: cells.JobID,
      uid: Number(cells.UserID),
      state: cells.State,
      reason: cells.Reason,
      nodes: cells.NodeList,
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

function cellsOf(line: string): Record<Column, string> {
  let at = 0;
  const cells = Object.entries(columns).map(([name, width]): [string, string] => {
    const cell = line.slice(at, at + width).trim();
    at += width;
    return [name, cell];
  });
  return Object.fromEntries(cells) as Record<Column, string>; // a cell for each column
}

/** A moment as Slurm writes it with `SLURM_TIME_FORMAT=%s`; undefined for `N/A` and `Unknown`. */
export function secondsSince1970(time: string): number | undefined {
  return /^\d+$/.test(time) ? Number(time) : undefined;
}

/** The names of a job's nodes. */
export function nodeNames(list: string): string[] {
  return list === "" || /^(\(null\)|None assigned)$/.test(list) ? [] : expandHostList(list);
}
