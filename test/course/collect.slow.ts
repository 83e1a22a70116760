import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ExchangeCourse, written } from "./exchange-course";

// Every start of nbgrader takes seconds, and many on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let course: ExchangeCourse;
beforeAll(async () => {
  course = await ExchangeCourse.open("collect");
});
beforeEach(() => course.empty());

const lastWeek = (): number => Date.now() - 7 * 24 * 3_600_000;
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
