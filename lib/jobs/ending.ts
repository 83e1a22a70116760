import { z } from "zod";
import type { Outcome } from "../runs/record";
import { checkpointOf, idOf, lastWords } from "./job-folder";
import type { JobStatus } from "./follow";
import { slurmTime } from "../slurm/time";
import { printable } from "../system/printable";

/** How a job ended. */
export interface Ending {
  /** Whether its training is done. A batch that is too large for the memory counts as done: it is a finding. */
  done: boolean;
  outcome: Exclude<Outcome, "running">;
  /** One line: what happened, with Slurm's word for it, and how to go on. */
  message: string;
}

/** What a job left in its folder, as far as that tells how it ended. The texts are its program's own. */
export const tracesSchema = z.object({
  outcome: z.enum(["running", "completed", "out-of-memory", "failed", "interrupted"]).optional(),
  reason: z.string().optional(),
  /** Its script noted that its time was nearly over. */
  timeLimit: z.boolean(),
  /** The exit status that its script noted. */
  exitStatus: z.number().optional(),
  /** The last line that it printed. */
  words: z.string(),
});
type Traces = z.infer<typeof tracesSchema>;

/** Reads what a job left, and makes its texts printable. */
export async function tracesOf({ job, run, journal }: JobStatus): Promise<Traces> {
  const noted = / ended (\d{1,3})\b/.exec(journal.at(-1) ?? "")?.[1];
  return {
    ...(run ? { outcome: run.outcome } : {}),
    ...(run?.reason === undefined ? {} : { reason: printable(run.reason) }),
    timeLimit: journal.some((line) => line.endsWith(" time-limit")),
    ...(noted === undefined ? {} : { exitStatus: Number(noted) }),
    words: printable((await lastWords(job.output)) ?? "it printed nothing"),
  };
}

/** Tells how a job ended, from Slurm's state, the run's record and the job's journal together, and how it can go on. */
export async function endingOf(status: JobStatus): Promise<Ending> {
  const { job, run } = status;
  const ending = judge(status, await tracesOf(status));
  if (ending.outcome === "completed" || ending.outcome === "out-of-memory") return ending;
  const checkpoint = await checkpointOf(job.folder);
  const goOn = checkpoint
    ? ` Its checkpoint is ${checkpoint}: \`./workbook submit --resume ${idOf(job)}\` goes on from there.`
    : run
      ? " It had kept no checkpoint yet."
      : "";
  return { ...ending, message: ending.message + goOn };
}

/**
 * Tells how a job ended, from Slurm's state and what the job left.
 * @param again how such a job gets another chance. Default: by the flag of `submit`.
 */
export function judge(
  { job, state }: Pick<JobStatus, "job" | "state">,
  traces: Traces,
  again = "With --requeue it starts again by itself.",
): Ending {
  const { outcome, what, remedy } = judgement({ job, state }, traces, again);
  const message = [`Job ${idOf(job)} ${what}.`, remedy].filter((part) => part !== "").join(" ");
  const done = outcome === "completed" || traces.outcome === "out-of-memory";
  return { done, outcome, message };
}

interface Judgement {
  outcome: Ending["outcome"];
  what: string;
  remedy: string;
}

const judged = (outcome: Ending["outcome"], what: string, remedy = ""): Judgement => ({ outcome, what, remedy });

function judgement(status: Pick<JobStatus, "job" | "state">, traces: Traces, again: string): Judgement {
  const { job, state } = status;
  const word = state?.state ?? "UNKNOWN";
  const stoppedItself = word === "FAILED" && traces.outcome === "interrupted" && traces.timeLimit;
  if (traces.outcome === "completed") return judged("completed", "is done");
  if (traces.outcome === "out-of-memory") {
    const what = `ran out of memory: ${withoutPeriod(traces.reason)}`;
    return judged("out-of-memory", what, "Train with a smaller batch: `-- --batch-size N`.");
  }
  if (word === "TIMEOUT" || word === "DEADLINE" || stoppedItself) {
    const how = stoppedItself ? "it stopped itself in time" : word;
    const what = `came to its time limit of ${slurmTime(job.job.minutes)} (${how})`;
    return judged("interrupted", what, `Ask for more by --time. ${again}`);
  }
  if (word === "OUT_OF_MEMORY") {
    const what = `was ended by Slurm for using more than ${job.job.memory} GiB a node (${word})`;
    const remedy = "Ask for more by --memory, or train with a smaller batch: `-- --batch-size N`.";
    return judged("out-of-memory", what, remedy);
  }
  if (word === "NODE_FAIL" || word === "BOOT_FAIL") {
    const what = `lost a node${state?.nodes ? ` on ${state.nodes}` : ""} (${word})`;
    return judged("failed", what, `Leave a bad node out by --exclude. ${again}`);
  }
  if (word === "CANCELLED") return judged("interrupted", "was cancelled (CANCELLED)");
  if (word === "PREEMPTED") {
    const what = "gave way to another job (PREEMPTED)";
    return judged("interrupted", what, again);
  }
  return judgeProgram(status, word, traces);
}

/** For a job whose end Slurm does not explain: its program's record, exit status and last words do. */
function judgeProgram({ job, state }: Pick<JobStatus, "job" | "state">, word: string, traces: Traces): Judgement {
  const { outcome, reason, words } = traces;
  const exitStatus = word === "UNKNOWN" ? (traces.exitStatus ?? NaN) : (state?.exitCode ?? 0);
  const see = `What it printed is in ${job.output}.`;
  if (exitStatus === 2) {
    const what = `was refused by its program: ${withoutPeriod(words)}`;
    return judged("failed", what, "Correct what stands after `--`.");
  }
  if (outcome === "interrupted") {
    return judged("interrupted", `was interrupted (${word}): ${withoutPeriod(reason ?? words)}`, see);
  }
  if (word === "COMPLETED") return judged("failed", "left no run record", see);
  const how = Number.isNaN(exitStatus) ? "Slurm does not know it any more" : `${word}, exit status ${exitStatus}`;
  return judged("failed", `failed (${how}): ${withoutPeriod(reason ?? words)}`, see);
}

const withoutPeriod = (text = ""): string => text.replace(/\.$/, "");
