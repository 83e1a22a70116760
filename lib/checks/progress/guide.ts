import { isGrading } from "../../system/grading";
import { textTable } from "../../system/text-table";
import { checkIn, exercisesOf, workedSolution, type LessonExercise } from "./exercises";
import { keep, kept, MOST_ATTEMPTS } from "./kept";

/** The hints of a lesson's exercises, each a step further, by the exercise's id. Others get those that follow from their checks. */
export type Hints = Readonly<Record<string, readonly string[]>>;

/** What is asked of a check. */
interface Checked {
  /** Tells different answers apart; undefined while there is none. */
  answer: string | undefined;
  hints: readonly string[];
  earned(points: number): number;
}

interface Lesson {
  name: string;
  hints: Hints;
  /** The last check of each exercise. */
  checks: Map<string, Checked>;
}

/** The lesson whose exercises this process checks. */
let current: Lesson | undefined;

/**
 * Makes the functions by which students see how far they are, and get hints.
 * @param name of the lesson: `01-one-device`.
 */
export function guide(name: string, hints: Hints) {
  const lesson = (current = { name, hints, checks: new Map<string, Checked>() });
  return {
    /** Prints which of the lesson's exercises are done, and which are left. */
    progress: (): void => {
      console.log(progressOf(lesson));
    },
    /**
     * Prints an exercise's next hint, after those that it has printed before.
     * @param exercise its name, such as "last-batch", or its number.
     */
    hint: (exercise?: string | number): void => {
      if (!isGrading()) console.log(nextHint(lesson, exercise));
    },
  };
}

/** What a check tells a student besides what it found. */
export interface Shown {
  /** No second, different answer has been checked, so that the expected values are not shown yet. */
  isFirst: boolean;
  sum: number;
  /** Of all exercises of the lesson. */
  total: number;
  /** How to get a hint. */
  hint: string;
}

/** Keeps the points of the exercise that the running cell checks. @returns undefined where that is no exercise of a lesson. */
export function scored(check: Checked, points: number): Shown | undefined {
  const cell = Reflect.get(globalThis, Symbol.for("parallel-training.cell")) as (() => string) | undefined;
  const name = checkIn(cell?.() ?? "");
  const exercises = current === undefined ? [] : exercisesOf(current.name);
  const exercise = exercises.find(({ check }) => check !== undefined && check === name);
  if (current === undefined || exercise === undefined) return undefined;
  current.checks.set(exercise.id, check);
  const { answer } = check;
  const { attempts } = keep(`${current.name}/${exercise.id}`, (seen) => {
    const isNew = answer !== undefined && !seen.attempts.includes(answer) && seen.attempts.length < MOST_ATTEMPTS;
    return { ...seen, attempts: isNew ? [...seen.attempts, answer] : seen.attempts, points: check.earned(points) };
  });
  const hint = ` For a hint, run hint("${exercise.id}") in a cell of your own.`;
  return { isFirst: attempts.length < 2, hint, ...sums(rowsOf(current, exercises)) };
}

const rowsOf = ({ name }: Lesson, exercises: readonly LessonExercise[]) => {
  const all = isGrading() ? {} : kept();
  return exercises.map(({ id, points }) => ({ id, points, earned: all[`${name}/${id}`]?.points ?? 0 }));
};

const sums = (rows: ReturnType<typeof rowsOf>) => ({
  sum: Math.round(100 * rows.reduce((sum, { earned }) => sum + earned, 0)) / 100,
  total: rows.reduce((sum, { points }) => sum + points, 0),
});

function progressOf(lesson: Lesson): string {
  const rows = rowsOf(lesson, exercisesOf(lesson.name));
  const { sum, total } = sums(rows);
  const done = rows.filter(({ points, earned }) => earned >= points);
  const table = rows.map((row, at) => {
    const { id, points, earned } = row;
    return [`${at + 1}`, id, `${earned} of ${points}`, done.includes(row) ? "✓ done" : "left"];
  });
  const lines = textTable([["", "exercise", "points", ""], ...table], [0]);
  return [...lines, "", `${sum} of ${total} points, ${done.length} of ${rows.length} exercises done.`].join("\n");
}

function nextHint(lesson: Lesson, asked?: string | number): string {
  const exercises = exercisesOf(lesson.name);
  const exercise = exercises.find(({ id }, at) => id === asked || at + 1 === asked);
  if (exercise === undefined) {
    const wrong = asked === undefined ? "Name an exercise" : `There is no exercise ${JSON.stringify(asked)}`;
    return `${wrong}. They are ${exercises.map(({ id }) => id).join(", ")}.`;
  }
  const { id } = exercise;
  const steps = lesson.hints[id] ?? lesson.checks.get(id)?.hints;
  if (steps === undefined) return `Run the check of ${id} first: its hints follow from what your function gives.`;
  const { hints, attempts } = keep(`${lesson.name}/${id}`, (seen) => {
    return { ...seen, hints: Math.min(seen.hints + 1, steps.length + 1) };
  });
  const given = steps.slice(0, hints).map((step, at) => `Hint ${at + 1} of ${steps.length}: ${step}`);
  return [...given, ...(hints > steps.length ? [afterHints(lesson.name, id, attempts.length)] : [])].join("\n");
}

function afterHints(lesson: string, id: string, attempts: number): string {
  const solution = workedSolution(lesson, id);
  if (solution === undefined) return "These are all hints.";
  if (attempts >= MOST_ATTEMPTS) return `A worked solution:\n\n${solution}`;
  return `These are all hints. A worked solution comes after ${MOST_ATTEMPTS} different answers. You have checked ${attempts}.`;
}
