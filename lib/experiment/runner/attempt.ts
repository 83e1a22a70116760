import { AttemptJournal } from "../../jobs/attempts";
import { recordText } from "../../runs/record";
import type { Hold, HeldWork } from "../../system/hold";
import { argumentsOfLevels, nodesOfLevels } from "../design";
import type { AttemptEnd, AttemptSpec, Executor } from "./executor";
import { attemptFolder, journalFile, recordFile, type Attempt, type Journal, type JournalRun } from "./journal";
import { localExecutor } from "./local";
import { slurmExecutor } from "./slurm";

/** What a runner holds, in words. */
export const experimentWork: HeldWork = {
  what: "This experiment",
  look: "look at it by `./workbook experiment status`, end it by `stop`",
  resume: "`./workbook experiment resume`",
};

/** An experiment that this process alone runs. */
export class HeldExperiment extends AttemptJournal<Journal> {
  /** Carries out its attempts. */
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

/** Milliseconds in which a cancelled attempt must have ended. */
const patience = 60_000;

/** An attempt that the journal knows of, and that has not ended. */
export class OpenAttempt {
  private readonly spec: AttemptSpec;

  constructor(
    private readonly held: HeldExperiment,
    private readonly run: JournalRun,
    private readonly attempt: Attempt,
  ) {
    const { design, dataset } = held.journal;
    const values = argumentsOfLevels(design, run.levels);
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
   * Starts it. Its start is in the journal already, so that a runner which is killed now leaves an attempt that can be found.
   * @returns false where Ctrl-C, which a terminal sends to Slurm's commands, too, has ended it.
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

  /** Finds one that an earlier runner has begun. @returns false where it has not begun and never will: it is closed then. */
  async find(): Promise<boolean> {
    const found = await this.held.executor.find(this.spec);
    if (!found) {
      await this.held.close(this.attempt, { outcome: "lost", message: "it had not begun when its runner ended" });
    }
    return found;
  }

  /** Waits for its end. @returns undefined when `signal` ended the wait. */
  end(signal: AbortSignal): Promise<AttemptEnd | undefined> {
    return this.held.executor.end(this.spec, signal);
  }

  /** Keeps what it measured: first its record, then the word of it in the journal. */
  async keep({ outcome, message, run: record }: AttemptEnd): Promise<void> {
    const { hold, folder, journal } = this.held;
    if (outcome !== "failed") {
      if (record) await hold.write(recordFile(folder, this.run), recordText(record));
      this.run.made ??= 1 + Math.max(0, ...journal.runs.map(({ made = 0 }) => made));
    }
    await this.held.close(this.attempt, { outcome, message });
  }

  /**
   * Ends it at once. One that had come to its end just before is kept: what was measured is not made anew.
   * @returns whether it was cut short.
   * @throws one line when it does not end; it stays in the journal, and the next runner follows it.
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
