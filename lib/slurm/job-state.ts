import { controllerJobs, type ControllerJob } from "./controller";
import { slurm } from "./client";

/** The state of a job; `state` is `UNKNOWN` where Slurm has forgotten the job. */
export interface JobState extends Pick<
  ControllerJob,
  "state" | "reason" | "nodes" | "exitCode" | "signal" | "restarts"
> {
  /** When it is expected to start, in seconds since 1970, while it waits. */
  startsAt?: number;
}

const waiting = ["PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "RESIZING"];
const running = ["RUNNING", "COMPLETING", "SUSPENDED", "STOPPED", "STAGE_OUT", "SIGNALING"];

export const isWaiting = ({ state }: JobState): boolean => waiting.includes(state);

/** Whether a job has ended. */
export const hasEnded = (job: JobState): boolean => !isWaiting(job) && !running.includes(job.state);

/**
 * Asks Slurm about a job: first the controller, which knows a job until some minutes after its end, then the accounting,
 * where there is one.
 * @param uid The account that must own the job; another account's job counts as unknown.
 * @returns undefined when Slurm does not answer now.
 */
export async function jobState(id: string, uid?: number): Promise<JobState | undefined> {
  const jobs = await controllerJobs({ ids: [id], uid });
  if (jobs === undefined) return undefined;
  if (jobs.length > 0) return stateOf(jobs[0]);
  const lines = await jobAccounting(id, uid, "State,Reason,ExitCode,NodeList");
  const unknown = { state: "UNKNOWN", reason: "None", nodes: "", exitCode: 0, signal: 0, restarts: 0 };
  return readSacct(lines ?? "") ?? unknown;
}

/**
 * The columns of a job in Slurm's accounting; undefined where there is no accounting.
 * @param uid The account that must own the job; undefined for any account.
 */
export async function jobAccounting(
  id: string,
  uid: number | undefined,
  columns: string,
  ...flags: string[]
): Promise<string | undefined> {
  const owner = uid === undefined ? [] : [`--uid=${uid}`];
  const answer = await slurm("sacct", ["-n", "-P", "-X", ...flags, "-j", id, ...owner, "-o", columns]).catch(
    () => undefined,
  );
  return answer?.failed === false ? answer.stdout : undefined;
}

function stateOf({ state, reason, nodes, exitCode, signal, restarts, startedAt }: ControllerJob): JobState {
  const job: JobState = { state, reason, nodes, exitCode, signal, restarts };
  return isWaiting(job) && startedAt !== undefined ? { ...job, startsAt: startedAt } : job;
}

/** Reads `sacct -n -P -X -o State,Reason,ExitCode,NodeList`: the last line is the job's last start. */
export function readSacct(text: string): JobState | undefined {
  const lines = text.trim().split("\n");
  const [state, reason = "None", exit = "", nodes = ""] = lines[lines.length - 1].split("|");
  if (!state) return undefined;
  const [exitCode, signal] = exit.split(":").map(Number);
  const restarts = lines.length - 1;
  // Slurm may write "CANCELLED by 1000", hence the first word.
  return { state: state.split(" ")[0], reason, nodes, exitCode: exitCode || 0, signal: signal || 0, restarts };
}
