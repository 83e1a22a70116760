import { describeValue, sameValue } from "./compare";

/** One thing a check tries: a call of the student's function, or a look at the student's answer. */
export interface Trial {
  /** What is tried, as the student reads it: `50,000 images in batches of 256`. */
  what: string;
  /** Gives the student's value; what it throws is reported, never passed on. */
  came: () => unknown;
  expected: unknown;
  /** Unit that numbers are shown with, for example `s`. */
  unit?: string;
  /** Wrong values with a known cause, and the hint each deserves. */
  slips?: { value: unknown; hint: string }[];
  /** Keep the expected value to ourselves, where showing it would give the answer away. */
  secret?: boolean;
  /** Why it cannot be tried, in one line: it then fails for that reason. */
  without?: string;
}

/** What trials rest on and the student's function does not give: a file that was handed in. It counts no points itself. */
export interface Ground {
  /** As the student reads it: `results/baseline.json: 3 epochs, measured 2026-01-31 10:00 UTC`. */
  what: string;
  /** What is wrong with it, in one line; undefined where nothing is. */
  wrong?: string;
}

interface Outcome {
  passed: boolean;
  line: string;
  /** The exercise's stub is still there. */
  unwritten?: boolean;
}

const UNWRITTEN = "not written yet, or it uses an exercise that is not: replace the line that throws.";

/**
 * What the check of one exercise found. The same check serves the student, who reads its lines at once, and
 * the grader, who adds hidden trials with {@link Check.and} and takes the points.
 */
export class Check {
  private readonly outcomes: Outcome[];
  private readonly grounds: Ground[];

  /**
   * @param read where to read on, in the lesson's words: the heading of a section.
   * @param trials tried in order, each on its own: one that throws does not stop the others.
   * @param grounds what they rest on, said before them.
   */
  constructor(
    readonly read: string,
    trials: Trial[],
    grounds: readonly Ground[] = [],
  ) {
    this.outcomes = trials.map(tried);
    this.grounds = [...grounds];
  }

  /** Share of the trials that passed, 0 to 1. */
  get share(): number {
    return this.outcomes.filter(({ passed }) => passed).length / this.outcomes.length;
  }

  /** Every trial's line: what was tried, what was expected, what came. One line for an exercise nobody has begun. */
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
    this.grounds.push(...other.grounds);
    return this;
  }

  /** The points earned, 0 to `points` in hundredths: half the trials give half the points. */
  earned(points: number): number {
    return Math.round(this.share * points * 100) / 100;
  }

  /** What the check says of an exercise worth so many points: {@link lines}, the points, and where to read on. */
  report(points: number): string {
    const close = this.share === 1 ? "Done." : `Read on in "${this.read}".`;
    return [...this.lines, `${this.earned(points)} of ${points} points. ${close}`].join("\n");
  }

  /**
   * Prints the {@link report} and gives the points earned. A test cell ends in this call: it shows the student where the
   * exercise stands, and tells the grader what the cell is worth.
   * @param points the cell's points in nbgrader.
   */
  score(points: number): number {
    console.log(this.report(points));
    return this.earned(points);
  }
}

function tried({ what, came, expected, unit, slips = [], secret = false, without }: Trial): Outcome {
  if (without !== undefined) return { passed: false, line: `${what}: ${without}` };
  let value: unknown;
  try {
    value = came();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (message === "not implemented") return { passed: false, unwritten: true, line: `${what}: ${UNWRITTEN}` };
    return { passed: false, line: `${what}: it stopped with an error: ${message.split("\n")[0]}` };
  }
  if (sameValue(value, expected)) return { passed: true, line: `${what}: ${describeValue(value, unit)}` };
  const slip = slips.find((known) => sameValue(value, known.value) && !sameValue(known.value, expected));
  const wanted = secret ? "not the answer looked for" : `expected ${describeValue(expected, unit)}`;
  const hint = slip ? ` ${slip.hint}` : "";
  return { passed: false, line: `${what}: ${wanted}, came ${describeValue(value, unit)}.${hint}` };
}
