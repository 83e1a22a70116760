import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sum } from "simple-statistics";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { chapterRuns, epochSeconds, slowNetworkRuns, type RunRecord } from "../../lib/runs";
import { gradedMetadata } from "../../lib/autograde/exam";
import { chapters, type Chapter } from "../../lib/jobs/chapters";
import { lessons } from "../../lib/notebooks";
import { notebooksIn } from "../../lib/notebooks/lesson";
import { readNotebook, sourceOf } from "../../lib/notebooks/notebook";
import { lessonWork } from "../../lib/notebooks/work";
import { thisRelease } from "../../lib/system/releases";
import { counted } from "../../lib/system/words";
import { workbookRoot } from "../../lib/system/workbook";
import { courseMap } from "./course-map";

/** The map of the course, as it is now: the first test may write it. */
const map = () => readFileSync(join(workbookRoot, "docs/course.md"), "utf8");

/** The cells of a lesson's row in the table whose first column has this title. */
function row(table: string, lesson: string): string[] {
  const [, rows] = map().split(new RegExp(`^\\| lesson \\| ${table}.*\\n.*\\n`, "m"));
  const line = rows.split("\n").find((each) => each.startsWith("|") && each.includes(`\`${lesson}\``));
  return (line ?? "").split("|").map((cell) => cell.trim());
}

/** A page whose tables of lessons are those that the chapters' rows give; a table is known by the beginning of its heading. */
function withTables(text: string, tables: Record<string, (lesson: string, chapter: Chapter) => string>): string {
  for (const [heading, rowOf] of Object.entries(tables)) {
    const rows = [...chapters()].map(([lesson, chapter]) => `${rowOf(lesson, chapter)}\n`).join("");
    const table = new RegExp(`(^\\| ${heading}.*\\n\\|[-|]+\\n)((?:\\|.*\\n)*)`, "m");
    expect(text).toMatch(table);
    text = text.replace(table, (_, head: string) => head + rows);
  }
  return text;
}

it("the drawing and the tables of lessons are made of the chapters' rows (`npx vitest run test/docs -u` writes them)", async () => {
  expect([...chapters().keys()]).toEqual(await lessons());
  const course = withTables(map(), {
    "lesson \\| its question": (lesson, { title, question, gives, follows }) =>
      `| **[${Number(lesson.slice(0, 2))} · ${title}](../notebooks/${lesson}/${lesson.slice(3)}.ipynb)** \`${lesson}\` | ${question} | ${gives} | ${follows} |`,
    "lesson \\| after": (lesson, { after, needs, runAll }) => {
      const { core, all } = workOf(lesson);
      return `| \`${lesson}\` | ${after.join(", ") || "–"} | ${needs} | ${runAll} | ${core.hours || "–"} | ${all.hours} |`;
    },
  });
  await expect(course).toMatchFileSnapshot(join(workbookRoot, "docs/course.md"));
  await expect(courseMap(chapters())).toMatchFileSnapshot(join(workbookRoot, "docs/pictures/course.svg"));
  const student = withTables(readFileSync(join(workbookRoot, "docs/student.md"), "utf8"), {
    "lesson \\| its question": (lesson, { question }) => `| \`${lesson}\` | ${question} |`,
  });
  await expect(student).toMatchFileSnapshot(join(workbookRoot, "docs/student.md"));
  const start = withTables(readFileSync(join(workbookRoot, "notebooks/README.md"), "utf8"), {
    "lesson \\| its question": (lesson, { title, question, runAll }) => {
      const { core, all } = workOf(lesson);
      return `| [${Number(lesson.slice(0, 2))} · ${title}](${lesson}/${lesson.slice(3)}.ipynb) | ${question} | ${core.hours || "–"} | ${all.hours} | ${runAll} |`;
    },
  });
  await expect(start).toMatchFileSnapshot(join(workbookRoot, "notebooks/README.md"));
});

/** What a student does in a lesson, by the course's rule. */
const workOf = (lesson: string) =>
  lessonWork(
    readFileSync(join(workbookRoot, "solutions", lesson, "lesson.md"), "utf8"),
    chapters().get(lesson)!.runAll,
  );

/** The points of a lesson's exercises, which are marked by themselves, and of its written answers. */
async function pointsOf(lesson: string): Promise<[exercises: number, written: number]> {
  const [file] = await notebooksIn(join(workbookRoot, "solutions", lesson));
  const graded = (await readNotebook(file)).cells
    .flatMap((cell) => gradedMetadata(cell) ?? [])
    .filter(({ grade }) => grade);
  const total = (written: boolean) =>
    sum(graded.map(({ solution, points }) => (solution === written ? (points ?? 0) : 0)));
  return [total(false), total(true)];
}

it("the syllabus has each lesson's hours and points, and the sums", async () => {
  const all = await lessons();
  const points = new Map(await Promise.all(all.map(async (lesson) => [lesson, await pointsOf(lesson)] as const)));
  const page = join(workbookRoot, "docs/syllabus.md");
  const works = all.map(workOf);
  const [hours, core] = (["all", "core"] as const).map((part) => sum(works.map((work) => work[part].hours)));
  const [exercises, written] = [0, 1].map((kind) => sum([...points.values()].map((each) => each[kind])));
  const text = withTables(readFileSync(page, "utf8"), {
    "lesson \\| hours": (lesson) => {
      const { core, all } = workOf(lesson);
      return `| \`${lesson}\` | ${core.hours || "–"} | ${all.hours} | ${core.points || "–"} | ${points.get(lesson)!.join(" | ")} |`;
    },
  }).replace(
    /^By this rule, .*$/m,
    `By this rule, students work ${hours} hours for ${exercises} points of exercises and ${written} of written answers; ${core} of these hours are on the core path.`,
  );
  await expect(text).toMatchFileSnapshot(page);
});

it("the syllabus has each lesson after those that it builds on, and due after its meeting", async () => {
  const rows = readFileSync(join(workbookRoot, "docs/syllabus.md"), "utf8").matchAll(/^\| (\d+) \| (.*) \| (.*)\|$/gm);
  const weeks = [...rows].map(([, week, meeting, due]) => ({ week: Number(week), meeting, due }));
  const begins = (number: number) =>
    weeks.find(({ meeting }) => meeting.includes(`\`${String(number).padStart(2, "0")}-`))!.week;
  const all = (await lessons()).map((lesson) => ({ number: Number(lesson.slice(0, 2)), lesson }));
  for (const { number, lesson } of all) {
    for (const before of chapters().get(lesson)!.after) expect(begins(before)).toBeLessThan(begins(number));
    const due = weeks.filter((each) => each.due.trim() === `lesson ${number}`);
    expect(due.map(({ week }) => week > begins(number))).toEqual([true]);
  }
});

it("CITATION.cff has the version of package.json, and the studies that the course follows", () => {
  const citation = parse(readFileSync(join(workbookRoot, "CITATION.cff"), "utf8")) as Record<string, unknown>;
  expect(citation).toMatchObject({ "cff-version": "1.2.0", version: thisRelease, license: "MIT", type: "software" });
  expect(citation.references).toHaveLength(3);
});

it("the map gives the times and the memory that each lesson's first cell gives", async () => {
  for (const lesson of await lessons()) {
    const [file] = await notebooksIn(join(workbookRoot, "notebooks", lesson));
    const [title] = (await readNotebook(file)).cells.map(sourceOf);
    const { needs, runAll } = chapters().get(lesson)!;
    const { all, core } = workOf(lesson);
    const onCore = core.hours > 0 && core.hours < all.hours ? `, ${counted(core.hours, "hour")} on the core path` : "";
    if (!runAll.includes("first cell")) {
      expect(title, lesson).toContain(`${runAll} for *Run all*`);
      expect(title, lesson).toContain(`; ${counted(all.hours, "hour")} to work through${onCore} |`);
    }
    expect(title, lesson).toContain(needs.replace(", ", " and "));
  }
});

it("the map says where each of the book's tasks is done, and the lesson gives the task's title there", async () => {
  const rows = [...map().matchAll(/^\| (10\.\d) \| (.+?) \| `(\S+)`, section \*Task \1\*/gm)];
  expect(rows.map(([, task]) => task)).toEqual([1, 2, 3, 4, 5, 6, 7].map((task) => `10.${task}`));
  for (const [, task, title, lesson] of rows) {
    const [file] = await notebooksIn(join(workbookRoot, "notebooks", lesson));
    const cells = (await readNotebook(file)).cells.map((cell) => sourceOf(cell).replace(/\s+/g, " "));
    const section = cells.filter((text) => text.startsWith(`## Task ${task} · `));
    expect(section, task).toHaveLength(1);
    expect(section[0]).toContain(`*${title}*`);
  }
});

it("the map's GPU-hours are those of the published runs", async () => {
  const gpuSeconds = (runs: RunRecord[]) =>
    runs.reduce((sum, { epochs, configuration: { replicas } }) => {
      return sum + Math.round(replicas * epochs.reduce((all, epoch) => all + epochSeconds(epoch), 0));
    }, 0);
  const book = await chapterRuns({ epochTime: "seconds" });
  const onGpus = (model: string, batch: number) =>
    book.filter(({ configuration: { device, localBatchSize, ...rest } }) => {
      return device === "gpu" && rest.model === model && localBatchSize === batch;
    });
  const study = await slowNetworkRuns();
  const computed: Record<string, number> = {
    "01-one-device": gpuSeconds(onGpus("resnet50v2", 256)),
    "02-mirrored": gpuSeconds(onGpus("resnet50v2", 2048)),
    "03-deeper-model": gpuSeconds(onGpus("resnet152v2", 1024)),
    "04-many-nodes": gpuSeconds(study),
  };
  for (const [lesson, seconds] of Object.entries(computed)) {
    const [, , , printedSeconds, hours] = row("published runs", lesson);
    expect(printedSeconds, lesson).toBe(seconds.toLocaleString("en"));
    expect(hours, lesson).toBe((seconds / 3600).toFixed(seconds > 3600 ? 1 : 3));
  }
  const cpu = book.filter(({ configuration }) => configuration.device === "cpu");
  expect(map()).toContain(`2 epochs on 20 cores took ${gpuSeconds(cpu)} s`);
});
