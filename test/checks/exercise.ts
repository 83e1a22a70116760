import type { Check, ownRecords } from "../../lib/checks";

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
  what: string;
  /** The lesson and the grade id of its test cell: `01-one-device/test-last-batch`. */
  cell: string;
  right: Given[];
  wrong: Slip[];
  /** The records that a student hands in with it, where the cell asks for some. */
  ownRecords?: typeof ownRecords;
}

interface Plan<F extends Answer> {
  what: string;
  cell: string;
  check: (answer: F) => Check;
  ownRecords?: typeof ownRecords;
  /** At least two, written differently. */
  right: F[];
  /** At least three, each of which somebody could hold for right. */
  wrong: (Omit<Slip, keyof Given> & { answer: F })[];
}

/** An exercise whose answers have the type that its check takes. */
export function exercise<F extends Answer>({ what, cell, check, right, wrong, ...more }: Plan<F>): Exercise {
  const given = (answer: F): Given => ({ answer, check: () => check(answer) });
  return {
    what,
    cell,
    ...more,
    right: right.map(given),
    wrong: wrong.map(({ answer, ...slip }) => ({ ...slip, ...given(answer) })),
  };
}
