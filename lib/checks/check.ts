import { describeValue, sameValue } from "./compare";

/** A wrong value with a known cause, and the hint that the student then reads. */
export type Slip = [value: unknown, hint: string];

/** One thing that a check tries: a call of the student's function, or a part of the student's answer. */
export interface Trial {
  /** The student reads this: `50,000 images in batches of 256`. */
  what: string;
  /** Gives the student's value. The check reports what it throws. */
  call: () => unknown;
  expected: unknown;
  /** Numbers are shown with this unit, for example `s`. */
  unit?: string;
  slips?: Slip[];
  /** Hides the expected value, where showing it would give the answer away. */
  secret?: boolean;
  /** One line that says why this cannot be tried. The trial then fails for that reason. */
  blocked?: string;
}

/** A file on which trials rest, such as a run record that was handed in. It earns no points itself. */
export interface Ground {
  /** The student reads this: `results/baseline.json: 3 epochs, measured 2026-01-31 10:00 UTC`. */
  what: string;
  /** One line that says what is wrong with the file; undefined where nothing is. */
  wrong?: string;
}

interface Outcome {
  passed: boolean;
  line: string;
  /** The student has not replaced the exercise's stub. */
  unwritten?: boolean;
}

const UNWRITTEN = "not written yet, or it uses an exercise that is not: replace the line that throws.";

/**
 * The result of checking one exercise. The student reads its lines at once; the grader adds hidden trials with
 * {@link Check.and} and takes the points.
 */
export class Check {
  private readonly outcomes: Outcome[];
  /** Not private: declarations leave out the types of private fields, and tests read these. */
  protected readonly trials: Trial[];
  private readonly grounds: Ground[];

  /**
   * @param read heading of the lesson's section that explains the exercise.
   * @param trials are made in order. One that throws does not stop the others.
   * @param grounds are listed before the trials.
   */
  constructor(
    readonly read: string,
    trials: Trial[],
    grounds: readonly Ground[] = [],
  ) {
    this.outcomes = trials.map(outcomeOf);
    this.trials = [...trials];
    this.grounds = [...grounds];
  }

  /** Share of the trials that passed, 0 to 1. */
  get share(): number {
    return this.outcomes.filter(({ passed }) => passed).length / this.outcomes.length;
  }

  /** One line for each trial, with the expected value and the student's; one line in all while every stub is still there. */
  get lines(): string[] {
    if (this.outcomes.every(({ unwritten }) => unwritten)) return [`✗ ${UNWRITTEN}`];
    return [
      ...this.grounds.map(({ what, wrong }) => (wrong === undefined ? `✓ ${what}` : `✗ ${what}: ${wrong}`)),
      ...this.outcomes.map(({ passed, line }) => `${passed ? "✓" : "✗"} ${line}`),
    ];
  }

  /** Adds another check's trials to this one's. */
  and(other: Check): this {
    this.outcomes.push(...other.outcomes);
    this.trials.push(...other.trials);
    this.grounds.push(...other.grounds);
    return this;
  }

  /** The points earned, 0 to `points` in hundredths: half the trials give half the points. */
  earned(points: number): number {
    return Math.round(this.share * points * 100) / 100;
  }

  /** The {@link lines}, the points earned out of `points`, and where to read on. */
  report(points: number): string {
    const close = this.share === 1 ? "Done." : `Read on in "${this.read}".`;
    return [...this.lines, `${this.earned(points)} of ${points} points. ${close}`].join("\n");
  }

  /**
   * Prints the {@link report} and returns the points earned. A test cell ends in this call, from which nbgrader takes the
   * cell's points.
   * @param points the cell's points in nbgrader.
   */
  score(points: number): number {
    console.log(this.report(points));
    return this.earned(points);
  }
}

function outcomeOf({ what, call, expected, unit, slips = [], secret = false, blocked }: Trial): Outcome {
  if (blocked !== undefined) return { passed: false, line: `${what}: ${blocked}` };
  let value: unknown;
  try {
    value = call();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (message === "not implemented") return { passed: false, unwritten: true, line: `${what}: ${UNWRITTEN}` };
    return { passed: false, line: `${what}: it stopped with an error: ${message.split("\n")[0]}` };
  }
  if (sameValue(value, expected)) return { passed: true, line: `${what}: ${describeValue(value, unit)}` };
  const slip = slips.find(([wrong]) => sameValue(value, wrong) && !sameValue(wrong, expected));
  const wanted = secret ? "not the answer looked for" : `expected ${describeValue(expected, unit)}`;
  const hint = slip ? ` ${slip[1]}` : "";
  return { passed: false, line: `${what}: ${wanted}, came ${describeValue(value, unit)}.${hint}` };
}

/**
 * Makes the check of an exercise from cases, each of which holds the arguments of one call.
 * @param read heading of the lesson's section that explains the exercise.
 * @param cases are what students see. A hidden test passes its own.
 * @param trial says what to expect of one case.
 * @returns the check of a student's function, which gets a copy of its arguments and may change it.
 */
export function checkByCases<Arguments extends unknown[], Value>(
  read: string,
  cases: Arguments[],
  trial: (...args: Arguments) => Omit<Trial, "call"> & { expected: Value },
) {
  return (answer: (...args: Arguments) => Value, tried = cases): Check =>
    new Check(
      read,
      tried.map((args) => ({ ...trial(...args), call: () => answer(...structuredClone(args)) })),
    );
}
