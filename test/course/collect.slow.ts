import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { collectLesson } from "../../lib/course";
import { filledIn, lessonOne } from "./class";
import { ExchangeCourse, written } from "./exchange-course";

// Every start of nbgrader takes seconds, and many on a busy machine.
let course: ExchangeCourse;
beforeAll(async () => {
  course = await ExchangeCourse.open("collect");
});
beforeEach(() => course.empty());

const hour = 3_600_000;
const lastWeek = (): number => Date.now() - 7 * 24 * hour;
const notebook = (): string => readFileSync(course.collected("one-device.ipynb"), "utf8");
/** What there is of the student's beside lessons: nothing of a copy that failed. */
const besideLesson = (): string[] =>
  readdirSync(dirname(course.collected())).filter((name) => name !== "01-one-device");
/** Python: a notebook cannot be read to its end. */
const failingRead = `
import os
read = os.read

def failing(file, most):
    if os.readlink(f"/proc/self/fd/{file}").endswith("one-device.ipynb"):
        raise OSError(5, "Input/output error")
    return read(file, most)

os.read = failing`;

it("says whose work it took in, and nothing of a lesson that nobody has handed in again", async () => {
  const collect = () => collectLesson(course.course, "01-one-device");
  expect(await collect()).toEqual({ students: [], lines: [] });
  course.submit(Date.now());
  expect(await collect()).toEqual({ students: [course.student], lines: [] });
  expect(await collect()).toEqual({ students: [], lines: [] });
});

it("takes no timestamp.txt of a student's, also where that is a folder", async () => {
  for (const reading of ["first", "second"]) {
    const now = Date.now();
    const entry = course.submit(now, { reading });
    rmSync(join(entry, "timestamp.txt"));
    mkdirSync(join(entry, "timestamp.txt"));
    expect(await course.collect()).toEqual([]);
    expect(course.counted()).toBe(now);
    expect(notebook()).toContain(reading);
    expect(besideLesson()).toEqual([]);
  }
});

it("collects again where an earlier timestamp.txt is a folder", async () => {
  const now = Date.now();
  course.submit(now);
  mkdirSync(course.collected("timestamp.txt"), { recursive: true });
  expect(await course.collect()).toEqual([]);
  expect(course.counted()).toBe(now);
});

it("leaves out what has too long a path here, and takes the rest with its true time", async () => {
  const now = Date.now();
  const entry = course.submit(now);
  writeFileSync(join(entry, "timestamp.txt"), written(lastWeek()));
  const deep = `for (1..18) { mkdir "n" x 250; chdir "n" x 250 or die } open(my $file, ">", "file") or die`;
  execFileSync("perl", ["-e", deep], { cwd: entry });
  const said = await course.collect();
  expect(said).toEqual([expect.stringMatching(/^Left out of '.*': 'n+\S* \(its name is too long here, or odd\)$/)]);
  expect(said[0].length).toBeLessThan(400);
  expect(course.counted()).toBe(now);
  expect(notebook()).toContain("nbformat");
  expect(besideLesson()).toEqual([]);
});

it("leaves what was collected before where collecting fails halfway, and nothing of the new", async () => {
  course.submit(Date.now(), { reading: "first" });
  await course.collect();
  const [before, time] = [notebook(), course.counted()];
  course.submit(Date.now(), { reading: "second" });
  expect(await course.collect(failingRead)).toContainEqual(
    expect.stringMatching(/^Not collected: .*Input\/output error/),
  );
  expect([notebook(), course.counted()]).toEqual([before, time]);
  expect(besideLesson()).toEqual([]);
  await course.collect();
  expect(notebook()).not.toBe(before);
});

it("leaves nothing of a first submission that cannot be collected whole", async () => {
  course.submit(Date.now());
  expect(await course.collect(failingRead)).toEqual([expect.stringMatching(/^Not collected: .*Input\/output error/)]);
  expect(readdirSync(dirname(course.collected()))).toEqual([]);
});

it("counts folders, says where there are too many, and does not say everything that is left out", async () => {
  const entry = course.submit(Date.now());
  for (let folder = 0; folder < 80; folder++)
    mkdirSync(join(entry, "folders", `${folder}`, "inner"), { recursive: true });
  const said = await course.collect("import grading.collect\ngrading.collect.MOST_FILES = 60");
  const copied = execFileSync("find", [course.collected(), "-mindepth", "1"], { encoding: "utf8" }).trim().split("\n");
  expect(copied.length).toBeLessThanOrEqual(60);
  expect(notebook()).toContain("nbformat");
  expect(said[0]).toMatch(/^Left out of '.*': 'folders' \(in part: more than 60 files and folders\)$/);
  expect(said.length).toBeLessThan(30);
  expect(said.at(-1)).toMatch(/^Left out of '.*': \d+ more$/);
});

describe("the hand-in time", () => {
  const yesterday = (): number => Date.now() - 24 * hour;
  const timesNamed = async (meanwhile?: string): Promise<string[]> =>
    (await course.collect(meanwhile)).filter((line) => line.startsWith("Hand-in time"));

  it("believes an entry that says when its files were written, to the digit", async () => {
    const now = Date.now();
    course.submit(now);
    expect(await timesNamed()).toEqual([]);
    expect(course.counted()).toBe(now);
  });

  it("counts the file system's time, and names the difference, when a folder says yesterday", async () => {
    const before = Date.now();
    course.submit(yesterday());
    expect(await timesNamed()).toEqual([
      expect.stringMatching(
        /^Hand-in time: '.*' says \S+ \S+ UTC, and its files were changed last at \S+ \S+ UTC, which/,
      ),
    ]);
    expect(course.counted()).toBeGreaterThanOrEqual(before - 1_000);
  });

  it("is not deceived by files that were given yesterday's date, nor by timestamp.txt", async () => {
    const before = Date.now();
    const entry = course.submit(Date.now());
    writeFileSync(join(entry, "timestamp.txt"), written(yesterday()));
    for (const name of [...readdirSync(entry), "."])
      utimesSync(join(entry, name), yesterday() / 1_000, yesterday() / 1_000);
    renameSync(entry, entry.replace(/\d{4}-.* UTC/, written(yesterday())));
    expect(await timesNamed()).toHaveLength(1);
    expect(course.counted()).toBeGreaterThanOrEqual(before - 1_000);
  });

  it("counts when a file was changed in a folder that was handed in before", async () => {
    const entry = course.submit(yesterday());
    // Time passes for the folder's files: what a late change leaves is one file that is newer than the others.
    writeFileSync(join(entry, "one-device.ipynb"), JSON.stringify(filledIn(lessonOne, { reading: "late" })));
    mkdirSync(join(entry, "results", "deeper"), { recursive: true });
    writeFileSync(join(entry, "results", "deeper", "late.json"), "{}");
    const before = Date.now();
    execFileSync("touch", ["-d", "yesterday", join(entry, "results", "deeper", "late.json")]);
    expect(await timesNamed()).toHaveLength(1);
    expect(course.counted()).toBeGreaterThanOrEqual(before - 1_000);
  });

  it("takes the entry that the file system calls the latest, whatever their names say", async () => {
    course.submit(Date.now() - hour, { reading: "first" });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const late = course.submit(Date.now() - 2 * hour, { reading: "second" });
    expect(await timesNamed()).toHaveLength(2);
    expect(notebook()).toBe(readFileSync(join(late, "one-device.ipynb"), "utf8"));
  });

  it("does not let an entry of next year stand for everything that comes after it", async () => {
    course.submit(Date.now() + 365 * 24 * hour, { reading: "next year" });
    expect(await timesNamed()).toHaveLength(1);
    expect(course.counted()).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it("counts when a file was changed while it was read", async () => {
    const before = Date.now();
    course.submit(before);
    const named = await timesNamed(`
import os, time
from datetime import timedelta
import grading.collect

grading.collect.SLACK = timedelta(seconds=2)
read = os.read

def changed_before_its_end(file, most):
    path = os.readlink(f"/proc/self/fd/{file}")
    if path.endswith("one-device.ipynb") and "+" in path and os.stat(path).st_size < 1_000_000:
        time.sleep(4)
        with open(path, "a") as notebook:
            notebook.write(" " * 1_000_000)
    return read(file, most)

os.read = changed_before_its_end`);
    expect(readFileSync(course.collected("one-device.ipynb")).length).toBeGreaterThan(1_000_000);
    expect(named).toHaveLength(1);
    expect(course.counted()).toBeGreaterThanOrEqual(before + 3_900);
  });
});
