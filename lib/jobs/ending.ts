import type { Outcome } from "../runs/record";
import { checkpointOf, idOf, lastWords } from "./job-folder";
import type { JobStatus } from "./follow";
import { slurmTime } from "../slurm/time";

/** How a job ended. */
export interface Ending {
  /** Whether its training is done. A batch that is too large for the memory counts as done: it is a finding. */
  done: boolean;
  outcome: Exclude<Outcome, "running">;
  /** One line: what happened, with Slurm's word for it, and how to go on. */
  message: string;
}

/** Tells how a job ended, from Slurm's state, the run's record and the job's journal together. */
export async function endingOf(status: JobStatus): Promise<Ending> {
  const { job, run } = status;
  const { outcome, what, remedy } = await judge(status);
  const id = `Job ${idOf(job)}`;
  if (outcome === "completed") return { done: true, outcome, message: `${id} ${what}.` };
  if (outcome === "out-of-memory")
    return { done: run?.outcome === "out-of-memory", outcome, message: `${id} ${what}. ${remedy}` };
  const checkpoint = await checkpointOf(job.folder);
  const goOn = checkpoint
    ? `Its checkpoint is ${checkpoint}: \`./workbook submit --resume ${idOf(job)}\` goes on from there.`
    : run
      ? "It had kept no checkpoint yet."
      : "";
  return { done: false, outcome, message: [`${id} ${what}.`, remedy, goOn].filter((part) => part !== "").join(" ") };
}

interface Judgement {
  outcome: Ending["outcome"];
  what: string;
  remedy: string;
}

const judgement = (outcome: Ending["outcome"], what: string, remedy = ""): Judgement => ({ outcome, what, remedy });

async function judge(status: JobStatus): Promise<Judgement> {
  const { job, state, run, journal } = status;
  const word = state?.state ?? "UNKNOWN";
  const stoppedItself =
    word === "FAILED" && run?.outcome === "interrupted" && journal.some((line) => line.endsWith(" time-limit"));
  if (run?.outcome === "completed") return judgement("completed", "is done");
  if (run?.outcome === "out-of-memory") {
    const what = `ran out of memory: ${withoutPeriod(run.reason)}`;
    return judgement("out-of-memory", what, "Give it as `-- --batch-size N`.");
  }
  if (word === "TIMEOUT" || word === "DEADLINE" || stoppedItself) {
    const how = stoppedItself ? "ended in time" : word;
    const what = `came to its time limit of ${slurmTime(job.job.minutes)} (${how})`;
    return judgement("interrupted", what, "Ask for more by --time, or let it start again by itself with --requeue.");
  }
  if (word === "OUT_OF_MEMORY") {
    const what = `was ended by Slurm for using more than ${job.job.memory} GiB a node (${word})`;
    const remedy = "Ask for more by --memory, or train with a smaller batch: `-- --batch-size N`.";
    return judgement("out-of-memory", what, remedy);
  }
  if (word === "NODE_FAIL" || word === "BOOT_FAIL") {
    const what = `lost a node${state?.nodes ? ` on ${state.nodes}` : ""} (${word})`;
    const remedy = "Leave a bad node out by --exclude; with --requeue a job starts again by itself.";
    return judgement("failed", what, remedy);
  }
  if (word === "CANCELLED") return judgement("interrupted", "was cancelled (CANCELLED)");
  if (word === "PREEMPTED") {
    const what = "gave way to another job (PREEMPTED)";
    return judgement("interrupted", what, "With --requeue it starts again by itself.");
  }
  return judgeProgram(status, word);
}

/** For a job whose end Slurm does not explain: its program's record, exit status and last words do. */
async function judgeProgram({ job, state, run, journal }: JobStatus, word: string): Promise<Judgement> {
  const noted = / ended (\d+)/.exec(journal.at(-1) ?? "")?.[1];
  const exitStatus = word === "UNKNOWN" ? Number(noted ?? NaN) : (state?.exitCode ?? 0);
  const words = (await lastWords(job.output)) ?? "it printed nothing";
  const see = `What it printed is in ${job.output}.`;
  if (exitStatus === 2) {
    const what = `was refused by its program: ${withoutPeriod(words)}`;
    return judgement("failed", what, "Correct what stands after `--`.");
  }
  if (run?.outcome === "interrupted") {
    return judgement("interrupted", `was interrupted (${word}): ${withoutPeriod(run.reason ?? words)}`, see);
  }
  if (word === "COMPLETED") return judgement("failed", "left no run record", see);
  const how = Number.isNaN(exitStatus) ? "Slurm does not know it any more" : `${word}, exit status ${exitStatus}`;
  return judgement("failed", `failed (${how}): ${withoutPeriod(run?.reason ?? words)}`, see);
}

const withoutPeriod = (text = ""): string => text.replace(/\.$/, "");
