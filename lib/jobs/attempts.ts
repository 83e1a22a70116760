import { z } from "zod";
import type { Hold } from "../system/hold";

/** An attempt as a journal's file has it, by the ways in which it can end. */
export const attemptSchema = <const Outcomes extends readonly string[]>(outcomes: Outcomes) =>
  z.object({
    /** From 1, over all attempts at the same thing. */
    number: z.number().int().min(1),
    startedAt: z.iso.datetime(),
    /** Slurm's number of its job, or the process on this machine, once it is known. */
    job: z.string().optional(),
    endedAt: z.iso.datetime().optional(),
    /** How it ended; undefined while it is open. */
    outcome: z.enum(outcomes).optional(),
    /** The same in one line. */
    message: z.string().optional(),
  });

type AnyAttempt = z.infer<ReturnType<typeof attemptSchema>>;

/** What is attempted until it is done. */
interface Attempted<Attempt extends AnyAttempt> {
  attempts: Attempt[];
  /** How many attempts, from the first, do not count any more: somebody has asked for new ones. */
  forgiven?: number;
}

/** The attempt that has begun and not ended, as far as the journal knows. */
export function openAttempt<Attempt extends AnyAttempt>({ attempts }: Attempted<Attempt>): Attempt | undefined {
  const last = attempts.at(-1);
  return last?.outcome === undefined ? last : undefined;
}

/** The attempts that count. */
export function countedAttempts<Attempt extends AnyAttempt>({ attempts, forgiven }: Attempted<Attempt>): Attempt[] {
  return attempts.slice(forgiven);
}

/**
 * A journal of attempts that this process alone writes. It says of each attempt that it begins before anything else is done,
 * and how it ended once that is sure: a runner that is killed leaves nothing of which the next one does not know.
 */
export class AttemptJournal<Journal> {
  constructor(
    readonly hold: Hold,
    private readonly file: string,
    readonly journal: Journal,
  ) {}

  /** Writes the file: whatever happens meanwhile, it is the old one or the new one. @throws one line, see {@link Hold}. */
  save(): Promise<void> {
    return this.hold.write(this.file, JSON.stringify(this.journal, undefined, 1) + "\n");
  }

  /** Writes down that an attempt begins. */
  async begin<Attempt extends AnyAttempt>({ attempts }: Attempted<Attempt>, attempt: Attempt): Promise<Attempt> {
    attempts.push(attempt);
    await this.save();
    return attempt;
  }

  /** Writes down how an attempt ended. */
  async close<Attempt extends AnyAttempt>(
    attempt: Attempt,
    end: Partial<Attempt> & Required<Pick<Attempt, "outcome" | "message">>,
  ): Promise<void> {
    Object.assign(attempt, end, { endedAt: new Date().toISOString() });
    await this.save();
  }
}
