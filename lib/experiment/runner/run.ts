import { setTimeout as sleep } from "node:timers/promises";
import { writeRun } from "../../training/record";
import { levelsInWords, type Design } from "../design";
import { environmentHere, recordEnvironment } from "../report/environment";
import { begin, goOn, type Place } from "./begin";
import { executorFor, type Executor, type Trial, type TrialEnd } from "./executor";
import {
  experimentFolder,
  readJournal,
  recordFile,
  writeJournal,
  type Attempt,
  type Journal,
  type JournalRun,
} from "./journal";
import { holdExperiment } from "./lock";
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
  const lost = new AbortController();
  const release = await holdExperiment(folder, () => {
    lost.abort();
  });
  try {
    const journal = await open(design, folder, options);
    await clearStop(folder);
    const runner = new Runner(journal, folder, executorFor(journal, design), options, lost.signal);
    return { ...(await runner.run()), folder };
  } finally {
    await release().catch(() => undefined); // taken over
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
    private readonly journal: Journal,
    private readonly folder: string,
    private readonly executor: Executor,
    private readonly options: RunOptions,
    private readonly lost: AbortSignal,
  ) {}

  async run(): Promise<Omit<RunnerEnd, "folder">> {
    const { runs, design } = this.journal;
    await this.save();
    for (;;) {
      if ((await stopRequest(this.folder)) !== undefined) return this.ended("stopped");
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
    this.environment ??= environmentHere({ slurm }).then((found) => recordEnvironment(this.folder, found));
    await this.environment;
  }

  /** Makes one try at a run, or follows one that goes on. @returns why the runner has to end, if it has to. */
  private async tryRun(run: JournalRun): Promise<"stopped" | "interrupted" | undefined> {
    const found = openAttempt(run);
    if (!found) await this.writeEnvironment();
    const attempt = found ?? (await this.newAttempt(run));
    const trial = trialOf(this.journal, this.folder, run, attempt);
    if (found && !(await this.executor.find(trial))) {
      await this.close(attempt, { outcome: "lost", message: "it had not begun when its runner ended" });
      return undefined;
    }
    if (found) this.print(run, "goes on: it is followed again");
    else await this.start(attempt, trial);
    const end = await this.endOf(trial);
    if (end === "now") {
      await this.executor.cancel(trial);
      await this.close(attempt, { outcome: "stopped", message: "ended by `stop --now`" });
      return "stopped";
    }
    if (end === undefined) return "interrupted";
    await this.keep(run, attempt, end);
    return undefined;
  }

  private async newAttempt(run: JournalRun): Promise<Attempt> {
    const attempt: Attempt = { number: run.attempts.length + 1, startedAt: new Date().toISOString() };
    run.attempts.push(attempt);
    await this.save();
    return attempt;
  }

  /** Its start is in the journal already: a runner that is killed now leaves a try that can be found. */
  private async start(attempt: Attempt, trial: Trial): Promise<void> {
    try {
      attempt.job = await this.executor.start(trial);
    } catch (error) {
      const begun = await this.executor.find(trial).catch(() => true);
      if (!begun) await this.close(attempt, { outcome: "lost", message: (error as Error).message });
      throw error;
    }
    await this.save();
  }

  /** The end of a try; "now" when it is to be cancelled, undefined when the runner is to end and leave it alone. */
  private async endOf(trial: Trial): Promise<TrialEnd | "now" | undefined> {
    const stop = new AbortController();
    const abort = (): void => {
      stop.abort();
    };
    const signals = [this.lost, this.options.signal].filter((signal): signal is AbortSignal => signal !== undefined);
    for (const signal of signals) signal.addEventListener("abort", abort);
    if (signals.some((signal) => signal.aborted)) abort();
    let now = false;
    const watch = (async () => {
      while (!stop.signal.aborted) {
        now = (await stopRequest(this.folder)) === "now";
        if (now) abort();
        await sleep(500, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    })();
    try {
      const end = await this.executor.end(trial, stop.signal);
      return end ?? (now ? "now" : undefined);
    } finally {
      abort();
      await watch;
      for (const signal of signals) signal.removeEventListener("abort", abort);
    }
  }

  /** Keeps what a try measured: first its record, then the word of it in the journal. */
  private async keep(
    run: JournalRun,
    attempt: Attempt,
    { outcome, message, refused, run: record }: TrialEnd,
  ): Promise<void> {
    if (outcome !== "failed") {
      if (record) await writeRun(recordFile(this.folder, run), record);
      run.made ??= 1 + Math.max(0, ...this.journal.runs.map(({ made = 0 }) => made));
    }
    await this.close(attempt, { outcome, message });
    if (refused) {
      throw new Error(`Run ${run.number} (${levelsInWords(run.levels)}) was refused by its program: ${message}`);
    }
    const { attempts } = this.journal.design;
    if (outcome === "completed") this.print(run, "is done");
    else if (outcome === "out-of-memory") this.print(run, "ran out of memory, which is a result");
    else {
      const again =
        stateOf(run, attempts) === "planned" ? "it is tried again" : `it is given up after ${attempts} tries`;
      this.print(run, `failed, ${again}: ${message}`);
    }
  }

  private async close(
    attempt: Attempt,
    { outcome, message }: Required<Pick<Attempt, "outcome" | "message">>,
  ): Promise<void> {
    Object.assign(attempt, { outcome, message, endedAt: new Date().toISOString() });
    await this.save();
  }

  private async save(): Promise<void> {
    if (this.lost.aborted) {
      throw new Error("Another runner has taken over this experiment, because this one stood still: it goes on there.");
    }
    await writeJournal(this.folder, this.journal);
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
