import type { Outcome, RunRecord } from "../runs/record";
import { checkpointOf, idOf, lastWords, type SubmittedJob } from "./job-folder";
import type { JobStatus } from "./follow";
import { slurmTime } from "../slurm/time";

/** How a job ended. */
export interface Ending {
  /** Whether its training came to its end; a batch that is too large for the memory counts, it is a finding. */
  done: boolean;
  outcome: Exclude<Outcome, "running">;
  /** One line: what happened, in Slurm's word, and how to go on. */
  message: string;
}

/** What a job's state, its run's record and its journal say together of its end. */
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
  outcome: Exclude<Outcome, "running">;
  what: string;
  remedy: string;
}

async function judge({ job, state, run, journal }: JobStatus): Promise<Judgement> {
  const word = state?.state ?? "UNKNOWN";
  const limit = slurmTime(job.job.minutes);
  const last = journal.at(-1) ?? "";
  const inTime =
    word === "FAILED" && run?.outcome === "interrupted" && journal.some((line) => line.endsWith(" time-limit"));
  const nodes = state?.nodes ? ` on ${state.nodes}` : "";
  if (run?.outcome === "completed") return { outcome: "completed", what: "is done", remedy: "" };
  if (run?.outcome === "out-of-memory") {
    return {
      outcome: "out-of-memory",
      what: `ran out of memory: ${trimmed(run.reason)}`,
      remedy: "Give it as `-- --batch-size N`.",
    };
  }
  if (word === "TIMEOUT" || word === "DEADLINE" || inTime) {
    const remedy = "Ask for more by --time, or let it start again by itself with --requeue.";
    return {
      outcome: "interrupted",
      what: `came to its time limit of ${limit} (${inTime ? "ended in time" : word})`,
      remedy,
    };
  }
  if (word === "OUT_OF_MEMORY") {
    const remedy = "Ask for more by --memory, or train with a smaller batch: `-- --batch-size N`.";
    return {
      outcome: "out-of-memory",
      what: `was ended by Slurm for using more than ${job.job.memory} GiB a node (${word})`,
      remedy,
    };
  }
  if (word === "NODE_FAIL" || word === "BOOT_FAIL") {
    const remedy = "Leave a bad node out by --exclude; with --requeue a job starts again by itself.";
    return { outcome: "failed", what: `lost a node${nodes} (${word})`, remedy };
  }
  if (word === "CANCELLED") return { outcome: "interrupted", what: "was cancelled (CANCELLED)", remedy: "" };
  if (word === "PREEMPTED") {
    return {
      outcome: "interrupted",
      what: "gave way to another job (PREEMPTED)",
      remedy: "With --requeue it starts again by itself.",
    };
  }
  return failed(job, word, state?.exitCode ?? 0, run, last);
}

async function failed(
  job: SubmittedJob,
  word: string,
  exitCode: number,
  run: RunRecord | undefined,
  last: string,
): Promise<Judgement> {
  const status = word === "UNKNOWN" ? Number(/ ended (\d+)/.exec(last)?.[1] ?? NaN) : exitCode;
  const words = (await lastWords(job.output)) ?? "it printed nothing";
  const see = `What it printed is in ${job.output}.`;
  if (status === 2)
    return {
      outcome: "failed",
      what: `was refused by its program: ${trimmed(words)}`,
      remedy: "Correct what stands after `--`.",
    };
  if (run?.outcome === "interrupted")
    return { outcome: "interrupted", what: `was interrupted (${word}): ${trimmed(run.reason ?? words)}`, remedy: see };
  if (word === "COMPLETED") return { outcome: "failed", what: "left no run record", remedy: see };
  const how = Number.isNaN(status) ? "Slurm does not know it any more" : `${word}, exit status ${status}`;
  return { outcome: "failed", what: `failed (${how}): ${trimmed(run?.reason ?? words)}`, remedy: see };
}

const trimmed = (text = ""): string => text.replace(/\.$/, "");
