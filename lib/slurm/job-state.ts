import { controllerJobs, type ControllerJob } from "./controller";
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
  /** When it is thought to start, while it waits, in seconds since 1970. */
  startsAt?: number;
}

const waiting = ["PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "RESIZING"];
const running = ["RUNNING", "COMPLETING", "SUSPENDED", "STOPPED", "STAGE_OUT", "SIGNALING"];

export const isWaiting = ({ state }: JobState): boolean => waiting.includes(state);

/** Whether a job has come to its end. */
export const hasEnded = (job: JobState): boolean => !isWaiting(job) && !running.includes(job.state);

/**
 * Asks Slurm about a job: its controller, which knows jobs that have ended for some minutes more, then its accounting,
 * where there is one.
 * @param uid The account whose job it must be; another's is as unknown as none.
 * @returns undefined when Slurm does not answer now.
 */
export async function jobState(id: string, uid?: number): Promise<JobState | undefined> {
  const known = await controllerJobs({ ids: [id], uid });
  if (known === undefined) return undefined;
  if (known.length > 0) return stateOf(known[0]);
  const columns = "State,Reason,ExitCode,NodeList";
  const words = ["-n", "-P", "-X", "-j", id, ...ofAccount(uid), "-o", columns];
  const accounted = await slurm("sacct", words).catch(() => undefined);
  const read = accounted && !accounted.failed ? readSacct(accounted.stdout) : undefined;
  return read ?? { state: "UNKNOWN", reason: "None", nodes: "", exitCode: 0, signal: 0, restarts: 0 };
}

/** What tells `sacct` whose jobs are wanted. */
export const ofAccount = (uid: number | undefined): string[] => (uid === undefined ? [] : [`--uid=${uid}`]);

function stateOf({ state, reason, nodes, exitCode, signal, restarts, startedAt }: ControllerJob): JobState {
  const job: JobState = { state, reason, nodes, exitCode, signal, restarts };
  return isWaiting(job) && startedAt !== undefined ? { ...job, startsAt: startedAt } : job;
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
