import { createHash } from "node:crypto";
import { inspect, isDeepStrictEqual } from "node:util";
import { isGrading, isValidating } from "../system/grading";
import { counted } from "../system/words";
import { describeValue, sameValue } from "./compare";
import { Points } from "./points";
import { scored, type Shown } from "./progress";

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
  /** The line before the second attempt, where it differs: it does not say what was expected. */
  firstLine?: string;
  /** What the call threw, as the line says it: {@link UNWRITTEN} where the student has not replaced the exercise's stub. */
  thrown?: string;
  /** Absent if the call threw. */
  value?: unknown;
}

const UNWRITTEN =
  "not written yet, or it uses an exercise that is not written yet. Replace the line that throws an error.";
const FIRST = "What was expected is shown as soon as you check a second, different answer.";
const WORTHLESS =
  "What is marked ✓ earns no points yet: an answer that is empty, never changes or repeats an argument would pass there, too.";

/** A student's function. */
type Answer = (...args: never[]) => unknown;

/** Answers that say nothing: what only agrees with one of them earns no points. */
const WORTHLESS_ANSWERS: ((...args: unknown[]) => unknown)[] = [
  ...[undefined, "", 0, 1, Infinity, true, false].map((value) => () => value),
  () => [],
  () => ({}),
  (first) => first,
  (_, second) => second,
  (_, __, third) => third,
  (_, __, ___, fourth) => fourth,
];

/** How a check asks a student's function. */
interface Asking {
  /** Arguments, as text, with the value that the student's function returned. */
  replies: { args: string; value: unknown }[];
  /** The same trials of another function. */
  trialsOf: (answer: Answer) => Trial[];
}

/**
 * The result of checking one exercise. The student reads its lines at once; the grader adds hidden trials with
 * {@link Check.and} and takes the points.
 */
export class Check {
  private readonly outcomes: Outcome[];
  /** Not private: declarations leave out the types of private fields, and tests read these. */
  protected readonly trials: Trial[];
  private readonly grounds: Ground[];
  private readonly askings: Asking[];
  /** How another function does in each trial; undefined where the trial asks none. */
  private readonly others: (((answer: Answer) => Outcome) | undefined)[];

  /**
   * @param read heading of the lesson's section that explains the exercise.
   * @param trials are made in order. One that throws does not stop the others.
   * @param grounds are listed before the trials.
   * @param asking Where the trials ask a student's function: {@link checkAnswer} gives it.
   */
  constructor(
    readonly read: string,
    trials: Trial[],
    grounds: readonly Ground[] = [],
    asking?: Asking,
  ) {
    this.outcomes = trials.map(outcomeOf);
    this.trials = [...trials];
    this.grounds = [...grounds];
    this.askings = asking ? [asking] : [];
    this.others = trials.map((_, at) => asking && ((answer) => outcomeOf(asking.trialsOf(answer)[at])));
  }

  /** Share of the trials that earn points, 0 to 1. */
  get share(): number {
    const passed = this.outcomes.filter(({ passed }) => passed).length;
    return (passed - this.worthless.length) / this.outcomes.length;
  }

  /**
   * The trials that passed, if a worthless answer passes them all: an answer that repeats itself, or one of those above. None if
   * the function has passed all.
   */
  private get worthless(): number[] {
    const asked = this.outcomes.flatMap((_, at) => (this.others[at] ? [at] : []));
    const passed = asked.filter((at) => this.outcomes[at].passed);
    return passed.length < asked.length && this.isWorthless(asked, passed) ? passed : [];
  }

  private isWorthless(asked: number[], passed: number[]): boolean {
    const replies = this.askings.flatMap((asking) => asking.replies);
    const questions = new Set(replies.map(({ args }) => args));
    if (questions.size > 1 && replies.every(({ value }) => isDeepStrictEqual(value, replies[0].value))) return true;
    const fits = (value: unknown) => passed.every((at) => sameValue(value, this.trials[at].expected));
    const isConstant = asked.every((at) => "value" in this.outcomes[at] && fits(this.outcomes[at].value));
    return isConstant || WORTHLESS_ANSWERS.some((answer) => passed.every((at) => this.others[at]?.(answer).passed));
  }

  /** One line for each trial, with the expected value and the student's; one line in all while every stub is still there. */
  get lines(): string[] {
    if (this.outcomes.every(({ thrown }) => thrown === UNWRITTEN)) return [`✗ ${UNWRITTEN}`];
    return this.linesWith(this.outcomes.map(({ line }) => line));
  }

  private linesWith(lines: string[]): string[] {
    return [
      ...this.grounds.map(({ what, wrong }) => (wrong === undefined ? `✓ ${what}` : `✗ ${what}: ${wrong}`)),
      ...this.outcomes.flatMap(({ passed, thrown }, at) => {
        // One error often stops every trial: it is said once.
        const same = this.outcomes.flatMap((other, n) => (thrown && other.thrown === thrown ? [n] : []));
        const more = same.length > 1 ? ` (the same in ${counted(same.length - 1, "more trial")})` : "";
        return (same[0] ?? at) < at ? [] : [`${passed ? "✓" : "✗"} ${lines[at]}${more}`];
      }),
    ];
  }

  /** Adds another check's trials to this one's. */
  and(other: Check): this {
    this.outcomes.push(...other.outcomes);
    this.trials.push(...other.trials);
    this.grounds.push(...other.grounds);
    this.askings.push(...other.askings);
    this.others.push(...other.others);
    return this;
  }

  /**
   * The points earned, 0 to `points` in hundredths: half the trials give half the points. Trials that a worthless answer passes,
   * such as 0 or an empty list whatever is asked, give points only beside another one.
   */
  earned(points: number): number {
    return Math.round(this.share * points * 100) / 100;
  }

  /** Tells different answers apart; undefined while every stub is still there. */
  get answer(): string | undefined {
    if (this.outcomes.every(({ thrown }) => thrown === UNWRITTEN)) return undefined;
    const whole = { depth: 9, maxArrayLength: 1e4, maxStringLength: 1e5, customInspect: false };
    const outcomes = this.outcomes.map(({ line, value }) => [line, inspect(value, whole)]);
    return createHash("sha256").update(JSON.stringify(outcomes)).digest("hex").slice(0, 8);
  }

  /** Hints that need no author: what to try by hand, and what others got wrong there. The report says where to read. */
  get hints(): string[] {
    const failed = this.outcomes.findIndex(({ passed }) => !passed);
    const { what, slips = [] } = this.trials[Math.max(failed, 0)];
    const mistakes = [...new Set(slips.map(([, hint]) => `\n- ${hint}`))];
    return [
      `Work this one out by hand, and compare each step with your function: ${what}.`,
      ...(mistakes.length > 0 ? [`This is what the check tells others who have it wrong:${mistakes.join("")}`] : []),
    ];
  }

  /**
   * The {@link lines}, the points earned out of `points`, and where to read on.
   * @param shown what else students read. A grader reads everything that is known of the answer, and nothing else.
   */
  report(points: number, shown: Partial<Shown> = {}): string {
    const { isFirst = false, sum, total, hint = "" } = shown;
    const hides = isFirst && this.outcomes.some(({ line, firstLine = line }) => firstLine !== line);
    const close = this.share === 1 ? "Done." : `Read on in "${this.read}".${hint}`;
    const soFar = total === undefined ? "" : `; ${sum} of ${total} so far`;
    return [
      ...(hides ? this.linesWith(this.outcomes.map(({ line, firstLine = line }) => firstLine)) : this.lines),
      ...(this.worthless.length > 0 ? [WORTHLESS] : []),
      ...(hides ? [FIRST] : []),
      `${this.earned(points)} of ${points} points${soFar}. ${close}`,
    ].join("\n");
  }

  /**
   * Prints the {@link report} for the student, and gives the points earned. A test cell ends in this call, from which nbgrader
   * takes the cell's points.
   * @param points the cell's points in nbgrader.
   */
  score(points: number): Points {
    const shown = isGrading() ? { isFirst: isValidating() } : scored(this, points);
    console.log(this.report(points, shown));
    return new Points(this.earned(points), points, shown);
  }
}

function outcomeOf({ what, call, expected, unit, slips = [], secret = false, blocked }: Trial): Outcome {
  if (blocked !== undefined) return { passed: false, line: `${what}: ${blocked}` };
  let value: unknown;
  try {
    value = call();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const thrown = message === "not implemented" ? UNWRITTEN : `it stopped with an error: ${message.split("\n")[0]}`;
    return { passed: false, thrown, line: `${what}: ${thrown}` };
  }
  if (sameValue(value, expected)) return { passed: true, line: `${what}: ${describeValue(value, unit)}`, value };
  const slip = slips.find(([wrong]) => sameValue(value, wrong) && !sameValue(wrong, expected));
  const noNumber = Number.isNaN(value) ? " Was it computed from undefined, as list[-1] is?" : "";
  const hint = slip ? ` ${slip[1]}` : noNumber;
  const given = `your function gave ${describeValue(value, unit)}`;
  const firstLine = `${what}: ${given}, which is not the answer.${hint}`;
  const line = secret ? firstLine : `${what}: expected ${describeValue(expected, unit)}, but ${given}.${hint}`;
  return { passed: false, line, firstLine, value };
}

/**
 * Makes the check of a student's function. Points for some trials only need an answer that is better than a worthless one, which
 * the check tries in the student's place.
 * @param read heading of the lesson's section that explains the exercise.
 * @param trialsOf makes the trials of any function; it makes as many of each.
 */
export function checkAnswer<F extends Answer>(read: string, answer: F, trialsOf: (answer: F) => Trial[]): Check {
  const replies: Asking["replies"] = [];
  const watched = (...args: Parameters<F>): unknown => {
    const reply = { args: JSON.stringify(args), value: Symbol("an error") as unknown }; // an error is like no other reply
    replies.push(reply);
    return (reply.value = answer(...args));
  };
  // A worthless answer has no type; the trials say so as of any wrong value.
  return new Check(read, trialsOf(watched as F), [], { replies, trialsOf: trialsOf as Asking["trialsOf"] });
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
    checkAnswer(read, answer, (asked) =>
      tried.map((args) => ({ ...trial(...args), call: () => asked(...structuredClone(args)) })),
    );
}
