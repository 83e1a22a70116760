import { z } from "zod";
import type { Hold } from "../system/hold";

/** The schema of an attempt in a journal's file. @param outcomes the ways in which such an attempt can end */
export const attemptSchema = <const Outcomes extends readonly string[]>(outcomes: Outcomes) =>
  z.object({
    /** Counted from 1, over all attempts at the same work. */
    number: z.number().int().min(1),
    startedAt: z.iso.datetime(),
    /** Slurm's number of its job, or the name of its process on this machine, once that is known. */
    job: z.string().optional(),
    endedAt: z.iso.datetime().optional(),
    /** How it ended; undefined while it is open. */
    outcome: z.enum(outcomes).optional(),
    /** How it ended, in one line. */
    message: z.string().optional(),
  });

type AnyAttempt = z.infer<ReturnType<typeof attemptSchema>>;

/** A piece of work that is attempted until it is done. */
interface Attempted<Attempt extends AnyAttempt> {
  attempts: Attempt[];
  /** The number of first attempts that do not count any more, since somebody has asked for new ones. */
  forgiven?: number;
}

/** The attempt that, as far as the journal knows, has begun but not ended. */
export function unfinishedAttempt<Attempt extends AnyAttempt>({ attempts }: Attempted<Attempt>): Attempt | undefined {
  const last = attempts.at(-1);
  return last?.outcome === undefined ? last : undefined;
}

/** The attempts that are not {@link Attempted.forgiven}. */
export function countedAttempts<Attempt extends AnyAttempt>({ attempts, forgiven }: Attempted<Attempt>): Attempt[] {
  return attempts.slice(forgiven);
}

/**
 * A journal of attempts that only this process writes. It records the beginning of an attempt before anything else is done,
 * and the end once that is certain: the runner after one that was killed thus knows of everything that was begun.
 */
export class AttemptJournal<Journal> {
  constructor(
    readonly hold: Hold,
    private readonly file: string,
    readonly journal: Journal,
  ) {}

  /** Writes the journal's file in one atomic step. @throws one line, see {@link Hold}. */
  save(): Promise<void> {
    return this.hold.write(this.file, JSON.stringify(this.journal, undefined, 1) + "\n");
  }

  /** Records that an attempt begins. */
  async begin<Attempt extends AnyAttempt>({ attempts }: Attempted<Attempt>, attempt: Attempt): Promise<Attempt> {
    attempts.push(attempt);
    await this.save();
    return attempt;
  }

  /** Records how an attempt ended. */
  async close<Attempt extends AnyAttempt>(
    attempt: Attempt,
    end: Partial<Attempt> & Required<Pick<Attempt, "outcome" | "message">>,
  ): Promise<void> {
    Object.assign(attempt, end, { endedAt: new Date().toISOString() });
    await this.save();
  }
}
