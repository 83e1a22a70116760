import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { workbookRoot } from "../system/workbook";
import type { ChapterTask } from "./task";

/** A chapter's row in the course: what the map, the tasks and the commands know of it. */
export interface Chapter {
  title: string;
  /** What the lesson asks. */
  question: string;
  /** What a student has learned and made at its end. */
  gives: string;
  /** The source that it follows. */
  follows: string;
  /** The numbers of the lessons whose words and functions it uses. */
  after: readonly number[];
  /** The least machine. */
  needs: string;
  /** How long *Run all* takes on two cores. */
  runAll: string;
  /** What can be submitted to Slurm. */
  tasks?: readonly ChapterTask[];
}

let read: ReadonlyMap<string, Chapter> | undefined;

/** All chapters by name (`01-one-device`), in their order: each is a folder of `chapters/` with a `chapter.ts`. */
export function chapters(): ReadonlyMap<string, Chapter> {
  return (read ??= readChapters(join(workbookRoot, "dist", "chapters")));
}

/** A lesson's name, where the text is its number (`2` for `02-mirrored`); any other text as it is. */
export function lessonOf(text: string): string {
  if (!/^\d+$/.test(text)) return text;
  return chapterNames().find((name) => Number(name.split("-")[0]) === Number(text)) ?? text;
}

const chapterNames = (): string[] => readdirSync(join(workbookRoot, "chapters")).sort();

/** What is built and has no source any more is no chapter. */
function readChapters(built: string): ReadonlyMap<string, Chapter> {
  const load = createRequire(__filename);
  const names = chapterNames().filter((name) => existsSync(join(built, name, "chapter.js")));
  return new Map(names.map((name) => [name, (load(join(built, name, "chapter.js")) as { chapter: Chapter }).chapter]));
}
