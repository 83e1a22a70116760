import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { unfinishedAttempt } from "../../jobs/attempts";
import { holdFolder } from "../../system/hold";
import { levelsInWords, type Design } from "../design";
import { currentEnvironment, recordEnvironment } from "../environment";
import { experimentWork, HeldExperiment, RunAttempt } from "./attempt";
import { begin, goOn, type Place } from "./begin";
import type { AttemptEnd } from "./executor";
import { experimentFolder, readJournal, type Attempt, type Journal, type JournalRun } from "./journal";
import { progressOf, stateOf, type Progress } from "./state";
import { clearStop, stopRequest } from "./stop";

/** How to run an experiment. */
export interface RunOptions {
  /** `begin` a new experiment, `resume` one that has begun, or `either`. */
  how: "begin" | "resume" | "either";
  /** Where to run a new experiment. Default: Slurm if it is available. */
  place?: Place;
  /** Give failed runs new attempts. */
  retryFailed?: boolean;
  /** Default: `results/experiments/NAME`. */
  folder?: string;
  /** Ends the runner. The current run goes on, and the next runner finds it. */
  signal?: AbortSignal;
  /** Called with a line for each event. */
  print?: (line: string) => void;
}

/** How a runner ended. */
export interface RunnerEnd {
  progress: Progress;
  folder: string;
  /** Why runs are missing; undefined if the experiment is complete. */
  ended?: "stopped" | "interrupted" | "failed runs";
}

/**
 * Makes the missing runs of an experiment, one at a time, in the order of its journal. Each run is made once, whatever ends
 * the runner: completed runs are kept, and the next runner finds a run that is still going on.
 * @throws one line when it cannot go on: another runner, a changed design, a full disk, or a program that refuses its
 * arguments.
 */
export async function runExperiment(design: Design, options: RunOptions): Promise<RunnerEnd> {
  const folder = options.folder ?? experimentFolder(design.name);
  const hold = await holdFolder(folder, experimentWork);
  try {
    await clearStop(folder);
    const journal = await open(design, folder, options);
    const runner = new Runner(new HeldExperiment(hold, folder, journal), options);
    return { ...(await runner.run()), folder };
  } finally {
    await hold.release();
  }
}

async function open(design: Design, folder: string, { how, place, retryFailed }: RunOptions): Promise<Journal> {
  const begun = (await readJournal(folder)) !== undefined;
  if (begun && how === "begin") {
    throw new Error(
      `The experiment ${design.name} has begun (${folder}): go on by \`./workbook experiment resume\`, or move the folder away.`,
    );
  }
  const journal = begun || how === "resume" ? await goOn(design, folder) : await begin(design, place);
  for (const run of journal.runs) {
    if (retryFailed && stateOf(run, design.attempts) === "failed") run.forgiven = run.attempts.length;
  }
  return journal;
}

/** Free MB needed to begin a run. Its record, its output and the journal need less. */
const leastRoom = 20;

async function refuseFullDisk(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = (bavail * bsize) / 1e6;
  if (free >= leastRoom) return;
  throw new Error(
    `The disk of ${folder} has ${free.toFixed(1)} MB left, and a run may need ${leastRoom} MB: make room, and go on by ` +
      "`./workbook experiment resume`. What was measured is kept.",
  );
}

class Runner {
  private environment?: Promise<void>;

  constructor(
    private readonly held: HeldExperiment,
    private readonly options: RunOptions,
  ) {}

  async run(): Promise<Omit<RunnerEnd, "folder">> {
    const { runs, design } = this.held.journal;
    await this.held.save();
    for (;;) {
      if ((await stopRequest(this.held.folder)) !== undefined) return this.ended("stopped");
      if (this.options.signal?.aborted) return this.ended("interrupted");
      const next = runs.find(unfinishedAttempt) ?? runs.find((run) => stateOf(run, design.attempts) === "planned");
      if (!next) break;
      const stopped = await this.attempt(next);
      if (stopped) return this.ended(stopped);
    }
    return this.ended(progressOf(this.held.journal).failed > 0 ? "failed runs" : undefined);
  }

  private ended(ended: RunnerEnd["ended"]): Omit<RunnerEnd, "folder"> {
    return { progress: progressOf(this.held.journal), ended };
  }

  /** Records the environment before this runner's first attempt. A later runner may have other versions. */
  private async writeEnvironment(): Promise<void> {
    const slurm = this.held.journal.on.kind !== "loopback";
    this.environment ??= currentEnvironment({ slurm }).then((current) => recordEnvironment(this.held.folder, current));
    await this.environment;
  }

  /** Makes one attempt at a run, or follows an open one. @returns why the runner must end, if it must. */
  private async attempt(run: JournalRun): Promise<"stopped" | "interrupted" | undefined> {
    const open = unfinishedAttempt(run);
    const attempt = new RunAttempt(this.held, run, open ?? (await this.begin(run)));
    if (open && !(await attempt.find())) return undefined;
    if (open) this.print(run, "goes on: it is followed again");
    else if (!(await attempt.start(this.options.signal))) return "interrupted";
    const end = await this.endOf(attempt);
    if (end === "now") {
      const wasCutShort = await attempt.endNow();
      this.print(run, wasCutShort ? "is ended: it is made anew later" : "is done");
      return "stopped";
    }
    if (end === undefined) return "interrupted";
    await attempt.keep(end);
    this.report(run, end);
    return undefined;
  }

  private async begin(run: JournalRun): Promise<Attempt> {
    await refuseFullDisk(this.held.folder);
    await this.writeEnvironment();
    return this.held.begin(run, { number: run.attempts.length + 1, startedAt: new Date().toISOString() });
  }

  /** Waits for an attempt's end. @returns "now" to cancel it, or undefined to end the runner and leave the attempt alone. */
  private async endOf(attempt: RunAttempt): Promise<AttemptEnd | "now" | undefined> {
    const stop = new AbortController();
    const { signal = stop.signal } = this.options;
    const any = AbortSignal.any([stop.signal, signal, this.held.hold.lost]);
    let now = false;
    const watch = (async () => {
      while (!any.aborted) {
        now = (await stopRequest(this.held.folder)) === "now";
        if (now) stop.abort();
        await sleep(500, undefined, { signal: any }).catch(() => undefined);
      }
    })();
    try {
      const end = await attempt.end(any);
      if (!end && this.held.hold.lost.aborted) throw this.held.hold.takenOver();
      return end ?? (now ? "now" : undefined);
    } finally {
      stop.abort();
      await watch;
    }
  }

  private report(run: JournalRun, { outcome, message, refused }: AttemptEnd): void {
    const { attempts } = this.held.journal.design;
    if (refused) {
      throw new Error(
        `The program refuses the arguments of run ${run.number} (${levelsInWords(run.levels)}): ${message} Correct the design, ` +
          "and begin it anew under another name.",
      );
    }
    if (outcome === "completed") this.print(run, "is done");
    else if (outcome === "out-of-memory") this.print(run, "ran out of memory, which is a result");
    else {
      const again =
        stateOf(run, attempts) === "planned" ? "it is tried again" : `it is given up after ${attempts} tries`;
      this.print(run, `failed, ${again}: ${message}`);
    }
  }

  private print({ number, levels, replicate }: JournalRun, what: string): void {
    const { done, total, secondsLeft } = progressOf(this.held.journal);
    const left = secondsLeft === undefined || secondsLeft === 0 ? "" : `  ${durationText(secondsLeft)} left`;
    this.options.print?.(
      `${done}/${total}  run ${number} (${levelsInWords(levels)}, replicate ${replicate}) ${what}${left}`,
    );
  }
}

/** Seconds in words: `40 s`, `12 min`, `3.5 h`. */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
