import type { Check } from "../../lib/grading";

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
}

/** Right and wrong answers of one exercise, as data: tried on the check alone, and on the notebook's cell. */
export interface Exercise {
  what: string;
  /** The lesson and the grade id of its test cell: `01-one-device/test-last-batch`. */
  cell: string;
  right: Given[];
  wrong: Slip[];
}

interface Plan<F extends Answer> {
  what: string;
  cell: string;
  check: (answer: F) => Check;
  /** At least two, written differently. */
  right: F[];
  /** At least three, each of which somebody could hold for right. */
  wrong: { what: string; answer: F; says?: RegExp }[];
}

/** An exercise whose answers have the type that its check takes. */
export function exercise<F extends Answer>({ what, cell, check, right, wrong }: Plan<F>): Exercise {
  const given = (answer: F): Given => ({ answer, check: () => check(answer) });
  return {
    what,
    cell,
    right: right.map(given),
    wrong: wrong.map(({ what, answer, says }) => ({ what, says, ...given(answer) })),
  };
}
