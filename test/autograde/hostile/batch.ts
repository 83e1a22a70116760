import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { solvedNotebook } from "../../../bench/grading/solved";
import { readExam, type ExamCell } from "../../../lib/autograde/exam";
import { runInSandbox } from "../../../lib/autograde/sandbox";
import { type Limits } from "../../../lib/autograde/sandbox/limits";
import { gradeClass, makeCourse, type GradedStudent } from "../../../lib/course";
import type { Cell, Notebook, Output } from "../../../lib/notebooks/notebook";
import { oneDeviceRuns } from "../../checks/measured/lessons";
import { gradeId, type Kind, type Lost } from "./kind";
import type { Outside } from "./outside";

export const lesson = "01-one-device";

/** The exercises that hostile submissions run: those that their kinds speak of. With all others, each takes twice as long. */
const tried = new Set(
  ["steps-per-epoch", "last-batch", "reading", "bytes-sent", "epoch-seconds", "throughput", "steady-epoch", "acceleration", "attainable", "model-bytes"] // prettier-ignore
    .flatMap((exercise) => [exercise, `test-${exercise}`]),
);

/** Hostile submissions and some honest ones, graded together as a class. */
export interface Batch {
  graded: ReadonlyMap<string, GradedStudent>;
  /** The points that a cell may get: those of the exercises that are tried, less what a kind of submission loses. */
  expected(lost: Lost): Record<string, number[]>;
  /** Every point of the lesson: for a solved notebook with its records. */
  all: Record<string, number>;
  /** The text of a student's feedback, as it is read. */
  feedback(student: string): Promise<string>;
  /** The file of a student's feedback. */
  page(student: string): string;
  /** What the cells of a submission put out, as text: in the notebook that nbgrader keeps. */
  outputs(student: string): Promise<string>;
}

/** Hands everything in, grades it with nbgrader's bookkeeping, a few at a time as for any class. */
export async function gradeBatch(
  outside: Outside,
  kinds: readonly Kind[],
  honest: readonly string[],
  limits: Partial<Limits>,
): Promise<Batch> {
  const { course } = outside.world;
  const { notebook, cells } = await readExam(lesson);
  const file = `${notebook}.ipynb`;
  await makeCourse(course, { exchange: join(course, "exchange") });
  const whole = await solvedNotebook(lesson, notebook);
  const solved = JSON.stringify(whole);
  const folderOf = async (name: string): Promise<string> => {
    const folder = join(course, "submitted", name, lesson);
    await mkdir(folder, { recursive: true });
    return folder;
  };
  for (const [at, name] of honest.entries()) await handInHonestly(await folderOf(name), { file, solved, seed: at + 1 });
  for (const { name, hand } of kinds) {
    const folder = await folderOf(name);
    const own = JSON.parse(solved) as Notebook;
    own.cells = own.cells.filter((cell) => !isLoose(cell));
    await hand({ ...outside.world, folder, lesson, file, solved: own });
  }
  const { students } = await gradeClass(lesson, {
    course,
    sandbox: (run, options) =>
      runInSandbox(
        { ...run, notebook: onlyTried(run.notebook, whole) },
        { ...options, limits: { ...options?.limits, ...limits } },
      ),
  });
  const page = (student: string): string => join(course, "feedback", student, lesson, `${notebook}.html`);
  return {
    graded: new Map(students.map((student) => [student.student, student])),
    expected: (lost) => expected(cells, lost),
    all: Object.fromEntries(cells.map(({ gradeId, points }) => [gradeId, points])),
    page,
    feedback: async (student) => textOf(await readFile(page(student), "utf8")),
    outputs: async (student) => {
      const autograded = join(course, "autograded", student, lesson, file);
      if (!existsSync(autograded)) return "";
      const { cells } = JSON.parse(await readFile(autograded, "utf8")) as Notebook;
      return JSON.stringify(cells.flatMap(({ outputs = [] }): Output[] => outputs));
    },
  };
}

/** A solved notebook with sound records; `seed` makes them this student's own. */
async function handInHonestly(folder: string, { file, solved, seed }: { file: string; solved: string; seed: number }) {
  await writeFile(join(folder, file), solved);
  await mkdir(join(folder, "results"));
  for (const [name, record] of oneDeviceRuns({ seed })) await writeFile(join(folder, name), JSON.stringify(record));
}

/** Whether a cell is code that grading does not put back. Hostile submissions are made without them. */
const isLoose = (cell: Cell): boolean => cell.cell_type === "code" && gradeId(cell) === undefined;

/** A notebook for the sandbox. Of a hostile submission, the lesson's other exercises and locked cells become text. */
function onlyTried(notebook: Notebook, whole: Notebook): Notebook {
  const loose = whole.cells.find(isLoose)?.id;
  if (notebook.cells.some(({ id }) => id === loose)) return notebook; // an honest one
  const named = new Map(whole.cells.map((cell) => [cell.id, gradeId(cell)]));
  const cells = notebook.cells.map((cell) => {
    const name = named.get(cell.id);
    return name === undefined || name === "imports" || tried.has(name) ? cell : { ...cell, cell_type: "raw" as const };
  });
  return { ...notebook, cells };
}

function expected(cells: readonly ExamCell[], lost: Lost): Record<string, number[]> {
  const { from = undefined, only = {} } = typeof lost === "string" ? {} : lost;
  const end = from === undefined ? cells.length : cells.findIndex(({ gradeId }) => gradeId === from);
  return Object.fromEntries(
    cells.map(({ gradeId, points }, at) => {
      const isThere = lost !== "everything" && at < end && tried.has(gradeId);
      const whole = only[gradeId] ?? (isThere ? points : 0);
      return [gradeId, lost === "the rest" ? [0, whole] : [whole]];
    }),
  );
}

/** A page as a reader sees it, more or less. */
function textOf(html: string): string {
  const body = html.slice(html.indexOf("<body"));
  return body
    .replace(/<(script|style)\b[^]*?<\/\1>/gi, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(lt|gt|quot|amp|#39|#x27);/g, (_, name: string) => entities[name])
    .replaceAll("\u2060", "");
}

const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'", "#x27": "'" };
