import type { Student } from "../roster";
import type { GradedLesson } from "./gradebook";

/**
 * State of a mark. `manual`: a person must still mark cells. `again`: a newer submission was collected. `ungraded`: a submission
 * was collected but never graded. `missing`: nothing was handed in.
 */
type Standing = "final" | "manual" | "again" | "ungraded" | "missing";

/** One student's mark of one lesson. */
export interface Entry {
  standing: Standing;
  /** Points after the penalty; undefined if nothing was graded. Publish only those of a `final` mark. */
  points?: number;
  /** Points subtracted for being late. */
  penalty?: number;
}

/** The marks of a class, with a line for each student in the roster's order. */
export interface MarkTable {
  lessons: { name: string; most: number }[];
  lines: { student: Student; entries: Entry[] }[];
  /** Students in the gradebook who are not in the roster. */
  strangers: string[];
}

/**
 * Joins a roster and a gradebook.
 * @param names the lessons in their order in the table; empty: all with marks.
 * @throws one line if the gradebook has no such lesson.
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
  const listed = new Set(roster.map(({ student }) => student));
  const known = lessons.flatMap(({ marks, ungraded }) => [...marks.map(({ student }) => student), ...ungraded]);
  return {
    lessons: lessons.map(({ name, most }) => ({ name, most })),
    lines: roster.map((student) => ({ student, entries: lessons.map((lesson) => entryOf(lesson, student)) })),
    strangers: [...new Set(known)].filter((student) => !listed.has(student)).sort(),
  };
}

function lessonNamed(gradebook: readonly GradedLesson[], name: string): GradedLesson {
  const found = gradebook.find((lesson) => lesson.name === name);
  if (found) return found;
  const names = gradebook.map((lesson) => lesson.name).join(", ") || "none";
  throw new Error(`The gradebook has no lesson "${name}"; its lessons: ${names}.`);
}

function entryOf({ marks, ungraded }: GradedLesson, { student }: Student): Entry {
  const mark = marks.find((candidate) => candidate.student === student);
  if (!mark) return { standing: ungraded.includes(student) ? "ungraded" : "missing" };
  const { final: points, penalty } = mark;
  if (mark.handedInAgain) return { standing: "again", points, penalty };
  return { standing: mark.needsManualGrade ? "manual" : "final", points, penalty };
}

const whyUnpublished: Record<Exclude<Standing, "final">, string> = {
  manual: "cells wait to be marked by hand",
  again: "handed in again since it was graded",
  ungraded: "collected, not graded yet",
  missing: "nothing handed in",
};

/** Lines that say which marks are not published, and why. Students who are not in the roster have one of their own. */
export function leftOut({ lessons, lines, strangers }: MarkTable): string[] {
  const reasons = Object.entries(whyUnpublished);
  const unpublished = lessons.flatMap(({ name }, index) =>
    reasons.flatMap(([standing, why]) => {
      const students = lines
        .filter(({ entries }) => entries[index].standing === standing)
        .map((line) => line.student.student);
      return students.length === 0 ? [] : [`${name}: left out, ${why}: ${students.join(", ")}`];
    }),
  );
  if (strangers.length === 0) return unpublished;
  return [...unpublished, `In the gradebook, but not in the roster, and left out: ${strangers.join(", ")}`];
}
