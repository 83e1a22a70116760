import { checkFrameworkArguments } from "../../frameworks/arguments"; // without the rest, which loads TensorFlow
import { OURS } from "../../frameworks/contenders";
import { collect } from "../../jobs/collect";
import { follow, goOnFollowing, statusLine, type JobStatus } from "../../jobs/follow";
import { findJob, idOf, type SubmittedJob } from "../../jobs/job-folder";
import type { Job } from "../../jobs/job";
import { jobOf, type JobRequest } from "../../jobs/request";
import { siteSettings } from "../../jobs/site";
import { readCluster } from "../../plan/cluster";
import { slurmMinutes } from "../../slurm/time";
import { cancelJob, jobScriptForSite, submitJob } from "../../jobs/submit-job";
import { signalStatus } from "../../training/interruption";
import type { SubmitFlags } from "./command";
import { comparisonLine, forecastLine } from "./forecast";

/** The task and flags of `submit`. */
export type Submission = Omit<SubmitFlags, "requeue"> & { task?: string; restarts?: number; arguments: string[] };

/**
 * Submits a task, or continues with a job.
 * @returns the exit status: 0 when the job is done, or submitted without following it; 1 when it ended early; 130 after
 * Ctrl-C and 141 when the reader of the output went away, both of which leave the job alone.
 */
export async function runSubmit(submission: Submission): Promise<number> {
  if (submission.attach !== undefined) return followToTheEnd(await findJob(submission.attach));
  if (submission.cancel !== undefined) {
    const job = await findJob(submission.cancel);
    await cancelJob(job);
    console.log(`Job ${idOf(job)} was cancelled. Its files stay in ${job.folder}.`);
    return 0;
  }
  const resume = submission.resume === undefined ? undefined : await findJob(submission.resume);
  const job = resume ? changed(resume.job, submission) : await jobOf(requestOf(submission));
  if (!resume) checkFrameworkArguments(job.program, job.arguments);
  if (submission.dryRun) {
    process.stdout.write(jobScriptForSite(job));
    return 0;
  }
  const submitted = await submitJob(job, { resume });
  console.log(`Job ${idOf(submitted)} was submitted. Its output goes to ${submitted.output}`);
  if (!resume) console.log(await forecastLine(submitted));
  if (submission.follow) return followToTheEnd(submitted);
  console.log(goOnFollowing(submitted));
  return 0;
}

/** @throws one line where another framework is asked for, and the task does not train in one, or such a job keeps no checkpoints. */
function requestOf({ task = "", framework, checkpointEvery: every, ...rest }: Submission): JobRequest {
  const submission = { ...rest, checkpointEvery: checkpointEvery(every) };
  if (framework === undefined) return { ...submission, task };
  if (task !== "frameworks") {
    throw new Error(
      `--framework is ${framework}, but the task ${task} trains in this engine: take the task frameworks.`,
    );
  }
  if (framework !== OURS && every !== undefined) {
    throw new Error(`--checkpoint-every is ${every}, but only this engine keeps checkpoints: leave it out.`);
  }
  return { ...submission, task, arguments: ["--framework", framework, ...submission.arguments] };
}

/** @throws one line where `auto` is asked for, and the site does not say how often nodes fail. */
function checkpointEvery(every: Submission["checkpointEvery"]): string | undefined {
  if (every !== "auto") return every?.toString();
  const { cluster } = siteSettings();
  const hours = cluster === "" ? undefined : readCluster(cluster).nodeMtbfHours;
  if (hours !== undefined) return `auto:${hours}`;
  const where = cluster === "" ? "the setting cluster of the site names no file" : `${cluster} has no nodeMtbfHours`;
  throw new Error(
    `--checkpoint-every auto needs the hours between failures of a node, and ${where}: add it, or give a number of steps.`,
  );
}

/** A resumed job stays the same training; only its limits can change. */
function changed(job: Job, submission: Submission): Job {
  const { time, memory, exclude, restarts, cpusPerNode } = submission;
  return {
    ...job,
    minutes: time === undefined ? job.minutes : slurmMinutes(time),
    memory: memory ?? job.memory,
    exclude: exclude ?? job.exclude,
    restarts: restarts ?? job.restarts,
    cpusPerNode: cpusPerNode ?? job.cpusPerNode,
    checkpointEvery: checkpointEvery(submission.checkpointEvery) ?? job.checkpointEvery,
  };
}

async function followToTheEnd(job: SubmittedJob): Promise<number> {
  const stop = new AbortController();
  const onInterrupt = (): void => stop.abort("SIGINT");
  // Following only prints the job's state: without a reader (`| head`) it has no purpose.
  const onReaderGone = (): void => stop.abort("SIGPIPE");
  process.once("SIGINT", onInterrupt);
  process.stdout.once("error", onReaderGone);
  const line = progressLine(process.stdout);
  let last: JobStatus | undefined;
  try {
    const statuses = follow(job, { signal: stop.signal });
    for (let next = await statuses.next(); ; next = await statuses.next()) {
      last = next.value ?? undefined;
      if (next.done) break;
      line.show(statusLine(next.value));
    }
  } finally {
    line.clear();
    process.off("SIGINT", onInterrupt);
    process.stdout.off("error", onReaderGone);
  }
  if (!last) {
    console.log(`The job continues. ${goOnFollowing(job)}`);
    return signalStatus(stop.signal.reason as "SIGINT" | "SIGPIPE");
  }
  const { done, message, file, run } = await collect(last);
  (done ? console.log : console.error)(done ? message : `workbook: ${message}`);
  if (file !== undefined) console.log(`The run's record: ${file}`);
  if (done && run) console.log(await comparisonLine(job.folder, run));
  return done ? 0 : 1;
}

/** On a terminal, one line that changes in place; elsewhere a line at each change, numbers alone every ten seconds at most. */
function progressLine(stream: NodeJS.WriteStream): { show: (text: string) => void; clear: () => void } {
  if (stream.isTTY) {
    return {
      show: (text) => stream.write(`\r\x1b[K${text.slice(0, stream.columns - 1)}`),
      clear: () => stream.write("\r\x1b[K"),
    };
  }
  let shown = { text: "", at: 0 };
  const kind = (text: string): string => text.replace(/\d+(\.\d+)?/g, "");
  return {
    show: (text) => {
      if (text === shown.text || (kind(text) === kind(shown.text) && Date.now() - shown.at < 10_000)) return;
      shown = { text, at: Date.now() };
      stream.write(text + "\n");
    },
    clear: () => undefined,
  };
}
