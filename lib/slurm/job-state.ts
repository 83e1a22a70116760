import { controllerJobs, allocationIn, type ControllerJob } from "./controller";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { slurm, SlurmAbsent } from "./client";
import { clusterFlags, jobNumber } from "./job-id";

/** The schema of a job's state, as {@link ControllerJob} has it; `state` is `UNKNOWN` where Slurm has forgotten the job. */
export const jobStateSchema = z.object({
  state: z.string(),
  reason: z.string(),
  nodes: z.string(),
  allocation: z.object({ nodes: z.number(), gpus: z.number() }).optional(),
  exitCode: z.number(),
  signal: z.number(),
  restarts: z.number(),
  /** When it is expected to start, in seconds since 1970, while it waits. */
  startsAt: z.number().optional(),
});

/** The state of a job. */
export type JobState = z.infer<typeof jobStateSchema>;

const waiting = ["PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "RESIZING"];
const running = ["RUNNING", "COMPLETING", "SUSPENDED", "STOPPED", "STAGE_OUT", "SIGNALING"];

export const isWaiting = ({ state }: JobState): boolean => waiting.includes(state);

/** Whether a job has ended. */
export const hasEnded = (job: JobState): boolean => !isWaiting(job) && !running.includes(job.state);

/** How often Slurm must say that it does not know a job, a second apart: its second controller may be taking over. */
const LOOKS = 3;

/**
 * Asks Slurm about a job: first the controller, which knows a job until some minutes after its end, then the accounting,
 * where there is one.
 * @param uid The account that must own the job; another account's job counts as unknown.
 * @returns undefined when Slurm does not answer now.
 */
export async function jobState(id: string, uid?: number): Promise<JobState | undefined> {
  for (let look = 1; look <= LOOKS; look++) {
    if (look > 1) await sleep(1000);
    const jobs = await controllerJobs({ ids: [id], uid });
    if (jobs === undefined) return undefined;
    if (jobs.length > 0) return stateOf(jobs[0]);
    const lines = await jobAccounting(id, uid, "State,Reason,ExitCode,NodeList,AllocTRES");
    if (lines === "silent") return undefined;
    const known = readSacct(lines);
    if (known) return known;
  }
  return { state: "UNKNOWN", reason: "None", nodes: "", exitCode: 0, signal: 0, restarts: 0 };
}

/**
 * The columns of a job in Slurm's accounting: no lines where there is no accounting, and "silent" where there is one that does
 * not answer now.
 * @param uid The account that must own the job; undefined for any account.
 */
export async function jobAccounting(
  id: string,
  uid: number | undefined,
  columns: string,
  ...flags: string[]
): Promise<string> {
  const owner = uid === undefined ? [] : [`--uid=${uid}`];
  const words = ["-n", "-P", "-X", ...flags, ...clusterFlags(id), "-j", jobNumber(id), ...owner, "-o", columns];
  const answer = await slurm("sacct", words).catch((error: unknown) => {
    if (error instanceof SlurmAbsent) return undefined; // no sacct
    throw error;
  });
  if (answer?.failed !== true) return answer?.stdout ?? "";
  return /accounting storage is disabled/i.test(answer.stderr) ? "" : "silent";
}

function stateOf({ state, reason, nodes, allocation, exitCode, signal, restarts, startedAt }: ControllerJob): JobState {
  const job: JobState = { state, reason, nodes, allocation, exitCode, signal, restarts };
  return isWaiting(job) && startedAt !== undefined ? { ...job, startsAt: startedAt } : job;
}

/** Reads `sacct -n -P -X -o State,Reason,ExitCode,NodeList,AllocTRES`: the last line is the job's last start. */
export function readSacct(text: string): JobState | undefined {
  const lines = text.trim().split("\n");
  const [state, reason = "None", exit = "", nodes = "", tres = ""] = lines[lines.length - 1].split("|");
  if (!state) return undefined;
  const [exitCode, signal] = exit.split(":").map(Number);
  return {
    ...{ state: state.split(" ")[0], reason, nodes }, // of "CANCELLED by 1000", the first word
    ...{ allocation: allocationIn(tres), exitCode: exitCode || 0, signal: signal || 0, restarts: lines.length - 1 },
  };
}
