import { AttemptJournal } from "../../jobs/attempts";
import { recordText } from "../../runs/record";
import type { Hold, HeldWork } from "../../system/hold";
import { argumentsOfRun, nodesOfLevels } from "../design";
import type { AttemptEnd, AttemptSpec, Executor } from "./executor";
import { attemptFolder, journalFile, recordFile, type Attempt, type Journal, type JournalRun } from "./journal";
import { localExecutor } from "./local";
import { slurmExecutor } from "./slurm";

/** How messages name what a runner holds. */
export const experimentWork: HeldWork = {
  what: "This experiment",
  look: "look at it by `./workbook experiment status`, end it by `stop`",
  resume: "`./workbook experiment resume`",
};

/** An experiment that only this process runs. */
export class HeldExperiment extends AttemptJournal<Journal> {
  readonly executor: Executor;

  constructor(
    hold: Hold,
    readonly folder: string,
    journal: Journal,
  ) {
    super(hold, journalFile(folder), journal);
    this.executor = journal.on.kind === "loopback" ? localExecutor() : slurmExecutor(journal.design.name);
  }
}

/** Milliseconds that a cancelled attempt may take to end. */
const patience = 60_000;

/** An attempt in the journal that has not ended. */
export class RunAttempt {
  private readonly spec: AttemptSpec;

  constructor(
    private readonly held: HeldExperiment,
    private readonly run: JournalRun,
    private readonly attempt: Attempt,
  ) {
    const { design, dataset } = held.journal;
    const values = argumentsOfRun(design, run);
    this.spec = {
      folder: attemptFolder(held.folder, run, attempt),
      name: `${design.name}-${String(run.number).padStart(3, "0")}`,
      program: design.program,
      arguments: dataset === undefined ? values : { ...values, dataset },
      nodes: nodesOfLevels(run.levels),
      resources: design.resources,
    };
  }

  /**
   * Starts the attempt. The journal already contains it, so that another runner can find it if this one is killed now.
   * @returns false if Ctrl-C ended it, which a terminal also sends to Slurm's commands.
   */
  async start(interrupt?: AbortSignal): Promise<boolean> {
    const { executor } = this.held;
    try {
      this.attempt.job = await executor.start(this.spec);
    } catch (error) {
      const begun = await executor.find(this.spec).catch(() => true);
      if (!begun) await this.held.close(this.attempt, { outcome: "lost", message: (error as Error).message });
      if (interrupt?.aborted) return false;
      throw error;
    }
    await this.held.save();
    return true;
  }

  /** Finds an attempt of an earlier runner. @returns false if it will never begin; it is closed then. */
  async find(): Promise<boolean> {
    const found = await this.held.executor.find(this.spec);
    if (!found) {
      await this.held.close(this.attempt, { outcome: "lost", message: "it had not begun when its runner ended" });
    }
    return found;
  }

  /** Waits for the attempt's end. @returns undefined when `signal` ended the wait. */
  end(signal: AbortSignal): Promise<AttemptEnd | undefined> {
    return this.held.executor.end(this.spec, signal);
  }

  /** Keeps the attempt's result: first its record, then its entry in the journal. */
  async keep({ outcome, message, run: record }: AttemptEnd): Promise<void> {
    const { hold, folder, journal } = this.held;
    if (outcome !== "failed") {
      if (record) await hold.write(recordFile(folder, this.run), recordText(record));
      this.run.made ??= 1 + Math.max(0, ...journal.runs.map(({ made = 0 }) => made));
    }
    await this.held.close(this.attempt, { outcome, message });
  }

  /**
   * Ends the attempt at once, and keeps its result if it ended by itself just before.
   * @returns whether it was cut short.
   * @throws one line when it does not end. It stays in the journal, and the next runner follows it.
   */
  async endNow(): Promise<boolean> {
    await this.held.executor.cancel(this.spec);
    const end = await this.end(AbortSignal.timeout(patience));
    if (!end)
      throw new Error(
        `Run ${this.run.number} does not end: \`./workbook experiment resume\` follows it until it does.`,
      );
    if (end.outcome !== "failed") await this.keep(end);
    else await this.held.close(this.attempt, { outcome: "stopped", message: "ended by `stop --now`" });
    return end.outcome === "failed";
  }
}
