import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { filledIn, lessonOne } from "./class";
import { ExchangeCourse, written } from "./exchange-course";

// Every start of nbgrader takes seconds, and many on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let course: ExchangeCourse;
beforeAll(async () => {
  course = await ExchangeCourse.open("hand-in-time");
});
beforeEach(() => course.empty());

const hour = 3_600_000;
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
  for (const name of ["one-device.ipynb", "timestamp.txt", "."])
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
  const notebook = readFileSync(course.collected("one-device.ipynb"), "utf8");
  expect(notebook).toBe(readFileSync(join(late, "one-device.ipynb"), "utf8"));
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
