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

  /**
   * @param read where to read on, in the lesson's words: the heading of a section.
   * @param trials tried in order, each on its own: one that throws does not stop the others.
   */
  constructor(
    readonly read: string,
    trials: Trial[],
  ) {
    this.outcomes = trials.map(tried);
  }

  /** Share of the trials that passed, 0 to 1. */
  get share(): number {
    return this.outcomes.filter(({ passed }) => passed).length / this.outcomes.length;
  }

  /** Every trial's line: what was tried, what was expected, what came. One line for an exercise nobody has begun. */
  get lines(): string[] {
    if (this.outcomes.every(({ unwritten }) => unwritten)) return [`✗ ${UNWRITTEN}`];
    return this.outcomes.map(({ passed, line }) => `${passed ? "✓" : "✗"} ${line}`);
  }

  /** Adds another check's trials to this one's. */
  and(other: Check): this {
    this.outcomes.push(...other.outcomes);
    return this;
  }

  /**
   * Prints the lines and gives the points. As the last expression of a test cell, this number is what nbgrader
   * takes as the grade, so half the trials give half the points.
   * @param points the cell's points in nbgrader.
   * @returns 0 to `points`, in hundredths.
   */
  score(points: number): number {
    const earned = Math.round(this.share * points * 100) / 100;
    const close = this.share === 1 ? "Done." : `Read on in "${this.read}".`;
    console.log([...this.lines, `${earned} of ${points} points. ${close}`].join("\n"));
    return earned;
  }
}

function tried({ what, came, expected, unit, slips = [], secret = false }: Trial): Outcome {
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
