import { Check, type ownRecords } from "../../lib/checks";
import { sameValue } from "../../lib/checks/compare";

/** A student's function. */
export type Answer = (...args: never[]) => unknown;

/** An answer that somebody could give. */
export interface Given {
  answer: Answer;
  /** What its own check says, which the student sees: without hidden tests. */
  check: () => Check;
}

/** A wrong answer that somebody could give. */
export interface Slip extends Given {
  what: string;
  /** Where it is a known slip: what the check's lines say. */
  says?: RegExp;
  /** The student's own check passes it: only the hidden tests find it out. */
  onlyHidden?: boolean;
}

/** Right and wrong answers of one exercise, as data: tried on the check alone, and on the notebook's cell. */
export interface Exercise {
  /** The lesson and the grade id of its test cell: `01-one-device/test-last-batch`. */
  cell: string;
  right: Given[];
  wrong: Slip[];
  /** The records that a student hands in with it, where the cell asks for some. */
  ownRecords?: typeof ownRecords;
}

export interface Plan<F extends Answer> {
  ownRecords?: typeof ownRecords;
  /** Written otherwise than the check's own; several where the check must accept what differs. */
  right: F | F[];
  /** What somebody could hold for right: one of the slips, of which {@link slipsOf} makes all others, and what is no known slip. */
  wrong: Wrong<F> | Wrong<F>[];
}

type Wrong<F> = Omit<Slip, keyof Given> & { answer: F };

/** A slip that the check knows, and what its lines say of it. */
export const slip = <F>(what: string, says: RegExp, answer: F): Wrong<F> => ({ what, says, answer });

/** A wrong answer that is no known slip. */
export const guess = <F>(what: string, answer: F): Wrong<F> => ({ what, answer });

/** A wrong answer that the student's own check passes: only the hidden tests find it out. */
export const unseen = <F>(what: string, answer: F): Wrong<F> => ({ what, answer, onlyHidden: true });

/** An exercise whose answers have the type that its check takes. */
export function exercise<F extends Answer>(
  cell: string,
  check: (answer: F) => Check,
  { right, wrong, ...more }: Plan<F>,
): Exercise {
  const given = (answer: F): Given => ({ answer, check: () => check(answer) });
  return {
    ...{ cell, ...more },
    right: [right].flat().map((answer) => given(answer as F)),
    wrong: [wrong].flat().map(({ answer, ...slip }) => ({ ...slip, ...given(answer) })),
  };
}

/**
 * An answer with one slip, for each slip that a check knows: in the trials that know it, the answer has the slip's value, in the
 * others the right one.
 */
export function slipsOf(check: Check): { hint: string; values: unknown[]; check: Check }[] {
  const trials = check["trials"];
  const hints = new Set(trials.flatMap(({ slips = [] }) => slips.map(([, hint]) => hint)));
  return [...hints].map((hint) => {
    const slipped = trials.map(({ expected, slips = [], ...trial }) => {
      const values = slips.filter(([, its]) => its === hint).map(([value]) => instead(expected, value));
      const wrong = values.find((value) => !sameValue(value, expected));
      return { trial: { ...trial, expected, slips, call: () => (wrong === undefined ? expected : wrong) }, wrong };
    });
    const values = slipped.flatMap(({ wrong }) => (wrong === undefined ? [] : [wrong]));
    const answered = slipped.map(({ trial }) => trial);
    return { hint, values, check: new Check("", answered) };
  });
}

/** The slip's value; where that names some fields only, the right answer with these fields. */
const instead = (expected: unknown, slip: unknown): unknown =>
  isPlain(expected) && isPlain(slip) ? { ...expected, ...slip } : slip;

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
