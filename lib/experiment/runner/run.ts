import { setTimeout as sleep } from "node:timers/promises";
import { levelsInWords, type Design } from "../design";
import { environmentHere, recordEnvironment } from "../environment";
import { begin, goOn, type Place } from "./begin";
import { endNow } from "./end-now";
import { executorFor, type Executor, type Trial, type TrialEnd } from "./executor";
import { experimentFolder, readJournal, writeJournal, type Attempt, type Journal, type JournalRun } from "./journal";
import { close, closeLost, keep, type Held } from "./keep";
import { holdExperiment } from "./hold";
import { refuseFullDisk } from "./room";
import { openAttempt, progressOf, stateOf, type Progress } from "./state";
import { clearStop, stopRequest } from "./stop";
import { trialOf } from "./trial";

/** How an experiment is run. */
export interface RunOptions {
  /** `begin` a new one, `resume` one that has begun, or `either`. */
  how: "begin" | "resume" | "either";
  /** Where a new one runs. Default: Slurm where there is one. */
  place?: Place;
  /** Give runs that have failed new tries. */
  retryFailed?: boolean;
  /** Default: `results/experiments/NAME`. */
  folder?: string;
  /** Ends the runner when it is aborted; the run that goes on is left alone, and found again by the next runner. */
  signal?: AbortSignal;
  /** Takes a line for each event. Default: none. */
  print?: (line: string) => void;
}

/** How a runner ended. */
export interface RunnerEnd {
  progress: Progress;
  folder: string;
  /** Why runs are missing; undefined where the experiment is complete. */
  ended?: "stopped" | "interrupted" | "failed runs";
}

/**
 * Makes the runs of an experiment that are missing, one at a time, in the order of its journal. Whatever ends it, each
 * run is made once: what is done stays done, and a run that goes on without it is found again.
 * @throws one line when it cannot go on: another runner, a changed design, a full disk, a program that refuses its
 * arguments.
 */
export async function runExperiment(design: Design, options: RunOptions): Promise<RunnerEnd> {
  const folder = options.folder ?? experimentFolder(design.name);
  const hold = await holdExperiment(folder);
  try {
    await clearStop(folder);
    const journal = await open(design, folder, options);
    const runner = new Runner({ hold, folder, journal }, executorFor(journal, design), options);
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

class Runner {
  private environment?: Promise<void>;

  constructor(
    private readonly held: Held,
    private readonly executor: Executor,
    private readonly options: RunOptions,
  ) {}

  private get journal(): Journal {
    return this.held.journal;
  }

  async run(): Promise<Omit<RunnerEnd, "folder">> {
    const { runs, design } = this.journal;
    await this.save();
    for (;;) {
      if ((await stopRequest(this.held.folder)) !== undefined) return this.ended("stopped");
      if (this.options.signal?.aborted) return this.ended("interrupted");
      const next = runs.find(openAttempt) ?? runs.find((run) => stateOf(run, design.attempts) === "planned");
      if (!next) break;
      const stopped = await this.tryRun(next);
      if (stopped) return this.ended(stopped);
    }
    return this.ended(progressOf(this.journal).failed > 0 ? "failed runs" : undefined);
  }

  private ended(ended: RunnerEnd["ended"]): Omit<RunnerEnd, "folder"> {
    return { progress: progressOf(this.journal), ended };
  }

  /** Once a runner, before its first try: what is resumed later may be made with other versions. */
  private async writeEnvironment(): Promise<void> {
    const slurm = this.journal.on.kind !== "loopback";
    this.environment ??= environmentHere({ slurm }).then((found) => recordEnvironment(this.held.folder, found));
    await this.environment;
  }

  /** Makes one try at a run, or follows one that goes on. @returns why the runner has to end, if it has to. */
  private async tryRun(run: JournalRun): Promise<"stopped" | "interrupted" | undefined> {
    const found = openAttempt(run);
    if (!found) {
      await refuseFullDisk(this.held.folder);
      await this.writeEnvironment();
    }
    const attempt = found ?? (await this.newAttempt(run));
    const trial = trialOf(this.journal, this.held.folder, run, attempt);
    if (found && !(await this.executor.find(trial))) {
      await closeLost(this.held, attempt);
      return undefined;
    }
    if (found) this.print(run, "goes on: it is followed again");
    else if (!(await this.start(attempt, trial))) return "interrupted";
    const end = await this.endOf(trial);
    if (end === "now") {
      const cut = await endNow(this.held, this.executor, trial, run, attempt);
      this.print(run, cut ? "is ended: it is made anew later" : "is done");
      return "stopped";
    }
    if (end === undefined) return "interrupted";
    await keep(this.held, run, attempt, end);
    this.tell(run, end);
    return undefined;
  }

  private async newAttempt(run: JournalRun): Promise<Attempt> {
    const attempt: Attempt = { number: run.attempts.length + 1, startedAt: new Date().toISOString() };
    run.attempts.push(attempt);
    await this.save();
    return attempt;
  }

  /**
   * Its start is in the journal already: a runner that is killed now leaves a try that can be found.
   * @returns false where Ctrl-C, which a terminal sends to Slurm's commands, too, has ended it.
   */
  private async start(attempt: Attempt, trial: Trial): Promise<boolean> {
    try {
      attempt.job = await this.executor.start(trial);
    } catch (error) {
      const begun = await this.executor.find(trial).catch(() => true);
      if (!begun) await close(this.held, attempt, { outcome: "lost", message: (error as Error).message });
      if (this.options.signal?.aborted) return false;
      throw error;
    }
    await this.save();
    return true;
  }

  /** The end of a try; "now" when it is to be cancelled, undefined when the runner is to end and leave it alone. */
  private async endOf(trial: Trial): Promise<TrialEnd | "now" | undefined> {
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
      const end = await this.executor.end(trial, any);
      if (!end && this.held.hold.lost.aborted) throw this.held.hold.takenOver();
      return end ?? (now ? "now" : undefined);
    } finally {
      stop.abort();
      await watch;
    }
  }

  private tell(run: JournalRun, { outcome, message, refused }: TrialEnd): void {
    const { attempts } = this.journal.design;
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

  private save(): Promise<void> {
    const { hold, folder, journal } = this.held;
    return writeJournal(hold, folder, journal);
  }

  private print({ number, levels, replicate }: JournalRun, what: string): void {
    const { done, total, secondsLeft } = progressOf(this.journal);
    const left = secondsLeft === undefined || secondsLeft === 0 ? "" : `  ${inWords(secondsLeft)} left`;
    this.options.print?.(
      `${done}/${total}  run ${number} (${levelsInWords(levels)}, replicate ${replicate}) ${what}${left}`,
    );
  }
}

/** Seconds in words: `40 s`, `12 min`, `3.5 h`. */
export function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
