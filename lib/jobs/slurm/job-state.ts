import { slurm } from "./client";

/** What Slurm says of a job. */
export interface JobState {
  /** Slurm's own word: `PENDING`, `RUNNING`, `COMPLETED`, `TIMEOUT`, ...; `UNKNOWN` where it has forgotten the job. */
  state: string;
  /** Slurm's own word for why, `None` mostly. */
  reason: string;
  nodes: string;
  /** Exit status of the job's script, and the signal that ended it. */
  exitCode: number;
  signal: number;
  /** How often it has started again. */
  restarts: number;
  /** When it is thought to start, while it waits; as Slurm writes times, in the cluster's own zone. */
  start?: string;
  /** Where its output goes. */
  output?: string;
}

const waiting = ["PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "RESIZING"];
const running = ["RUNNING", "COMPLETING", "SUSPENDED", "STOPPED", "STAGE_OUT", "SIGNALING"];

export const isWaiting = ({ state }: JobState): boolean => waiting.includes(state);

/** Whether a job has come to its end. */
export const hasEnded = (job: JobState): boolean => !isWaiting(job) && !running.includes(job.state);

/**
 * Asks Slurm about a job: its controller, which knows jobs that have ended for some minutes more, then its accounting,
 * where there is one.
 * @returns undefined when Slurm does not answer now.
 */
export async function jobState(id: string): Promise<JobState | undefined> {
  const shown = await slurm("scontrol", ["--oneliner", "show", "job", id]);
  if (!shown.failed) return readScontrol(shown.stdout);
  if (!/invalid job id/i.test(shown.stderr)) return undefined;
  const columns = "State,Reason,ExitCode,NodeList";
  const accounted = await slurm("sacct", ["-n", "-P", "-X", "-j", id, "-o", columns]).catch(() => undefined);
  const read = accounted && !accounted.failed ? readSacct(accounted.stdout) : undefined;
  return read ?? { state: "UNKNOWN", reason: "None", nodes: "", exitCode: 0, signal: 0, restarts: 0 };
}

/** Reads a job of `scontrol --oneliner show job`. */
export function readScontrol(line: string): JobState {
  const value = (key: string): string => new RegExp(`(?:^|\\s)${key}=(\\S*)`).exec(line)?.[1] ?? "";
  const [exitCode, signal] = value("ExitCode").split(":").map(Number);
  const start = value("StartTime");
  const output = /\sStdOut=(.*?)(?:\s+\w+=|\s*$)/.exec(line)?.[1];
  return {
    state: value("JobState"),
    reason: value("Reason"),
    nodes: value("NodeList").replace("(null)", ""),
    exitCode: exitCode || 0,
    signal: signal || 0,
    restarts: Number(value("Restarts")) || 0,
    ...(/^\d/.test(start) ? { start } : {}),
    ...(output ? { output } : {}),
  };
}

/** Reads `sacct -n -P -X -o State,Reason,ExitCode,NodeList`: the last line is the job's last try. */
export function readSacct(text: string): JobState | undefined {
  const lines = text.trim().split("\n");
  const [state, reason = "None", exit = "", nodes = ""] = lines[lines.length - 1].split("|");
  if (!state) return undefined;
  const [exitCode, signal] = exit.split(":").map(Number);
  const restarts = lines.length - 1;
  // "CANCELLED by 1000"
  return { state: state.split(" ")[0], reason, nodes, exitCode: exitCode || 0, signal: signal || 0, restarts };
}
