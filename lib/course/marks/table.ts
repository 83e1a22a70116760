import type { Student } from "../roster";
import type { GradedLesson } from "./gradebook";

/**
 * How a mark stands: `final`; `manual`, cells wait for a person; `again`, another submission was collected since; `ungraded`,
 * collected and never graded; `missing`, nothing was handed in.
 */
export type Standing = "final" | "manual" | "again" | "ungraded" | "missing";

/** One student's mark of one lesson. */
export interface Entry {
  standing: Standing;
  /** Points after the penalty; undefined where nothing was graded. Only those of a `final` mark are to be published. */
  points?: number;
  /** Points taken off for being late. */
  penalty?: number;
}

/** The marks of a class: a line for each student of the roster, in its order. */
export interface MarkTable {
  lessons: { name: string; most: number }[];
  lines: { student: Student; entries: Entry[] }[];
  /** Students of the gradebook who are not in the roster. */
  strangers: string[];
}

/**
 * Puts a roster and a gradebook together.
 * @param names the lessons, in the order wanted; none: all that somebody has handed in.
 * @throws one line where the gradebook has no such lesson.
 */
export function markTable(
  roster: readonly Student[],
  gradebook: readonly GradedLesson[],
  names: readonly string[],
): MarkTable {
  const lessons =
    names.length === 0
      ? gradebook.filter(({ marks }) => marks.length > 0)
      : names.map((name) => lessonNamed(gradebook, name));
  if (lessons.length === 0)
    throw new Error("Nothing in the gradebook has been graded yet: `./workbook grade LESSON` does it.");
  const own = new Set(roster.map(({ student }) => student));
  const known = lessons.flatMap(({ marks, ungraded }) => [...marks.map(({ student }) => student), ...ungraded]);
  return {
    lessons: lessons.map(({ name, most }) => ({ name, most })),
    lines: roster.map((student) => ({ student, entries: lessons.map((lesson) => entryOf(lesson, student)) })),
    strangers: [...new Set(known)].filter((student) => !own.has(student)).sort(),
  };
}

function lessonNamed(gradebook: readonly GradedLesson[], name: string): GradedLesson {
  const lesson = gradebook.find((each) => each.name === name);
  if (lesson) return lesson;
  const there = gradebook.map((each) => each.name).join(", ") || "none";
  throw new Error(`The gradebook has no lesson "${name}"; its lessons: ${there}.`);
}

function entryOf({ marks, ungraded }: GradedLesson, { student }: Student): Entry {
  const mark = marks.find((each) => each.student === student);
  if (!mark) return { standing: ungraded.includes(student) ? "ungraded" : "missing" };
  const { final: points, penalty } = mark;
  if (mark.handedInAgain) return { standing: "again", points, penalty };
  return { standing: mark.needsManualGrade ? "manual" : "final", points, penalty };
}

const words: Record<Exclude<Standing, "final">, string> = {
  manual: "cells wait to be marked by hand",
  again: "handed in again since it was graded",
  ungraded: "collected, not graded yet",
  missing: "nothing handed in",
};

/** What of a table is not published, and why: a line for each lesson and reason, and one for those not in the roster. */
export function leftOut({ lessons, lines, strangers }: MarkTable): string[] {
  const reasons = Object.entries(words);
  const found = lessons.flatMap(({ name }, at) =>
    reasons.flatMap(([standing, why]) => {
      const students = lines
        .filter(({ entries }) => entries[at].standing === standing)
        .map((line) => line.student.student);
      return students.length === 0 ? [] : [`${name}: left out, ${why}: ${students.join(", ")}`];
    }),
  );
  if (strangers.length === 0) return found;
  return [...found, `In the gradebook, but not in the roster, and left out: ${strangers.join(", ")}`];
}
