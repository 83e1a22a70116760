import { chapters } from "./chapters";
import type { ChapterTask } from "./task";
import { noSuch } from "../system/names";

export type { Resources, TaskNodes } from "./task";

/** A task of a chapter: a run of its program, in one size for each preset. */
export interface Task extends ChapterTask {
  lesson: string;
  /** The chapter's program: `01-one-device/train`. */
  program: string;
}

/** The tasks of all chapters. The numbers of `full` come from the lessons' sources; a request can replace any of them. */
export function tasks(): Task[] {
  return [...chapters()].flatMap(([lesson, { tasks = [] }]) =>
    tasks.map((task) => ({ ...task, lesson, program: `${lesson}/train` })),
  );
}

/** @throws one line that lists the names, when there is no such task. */
export function taskNamed(name: string): Task {
  const all = tasks();
  const found = all.find((task) => task.name === name);
  if (found) return found;
  const names = all.map((task) => task.name);
  throw noSuch("task", name, names);
}
