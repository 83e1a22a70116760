import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { collectLesson, makeCourse, releaseLesson } from "../../lib/course";
import { temporaryFolder } from "../temporary";
import { filledIn, lessonOne } from "./class";

// Every start of nbgrader takes seconds, and many on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const { lesson } = lessonOne;
const me = userInfo().username;
let course: string;
let inbound: string;
beforeAll(async () => {
  const folder = temporaryFolder("hand-in-time");
  course = join(folder, "course");
  await makeCourse(course, { exchange: join(folder, "exchange") });
  await releaseLesson(course, lesson);
  inbound = join(folder, "exchange", "parallel-training", "inbound");
});
beforeEach(() => {
  rmSync(join(course, "submitted"), { recursive: true, force: true });
  rmSync(inbound, { recursive: true, force: true });
  mkdirSync(inbound);
});

/** As nbgrader writes times. */
const written = (time: number): string => new Date(time).toISOString().replace("T", " ").replace("Z", "000 UTC");
const hour = 3_600_000;
const yesterday = (): number => Date.now() - 24 * hour;

/** What `nbgrader submit` leaves in the exchange folder, said to be of a time. */
function submit(time: number, answers = {}): string {
  const entry = join(inbound, `${me}+${lesson}+${written(time)}+x`);
  mkdirSync(entry);
  writeFileSync(join(entry, "one-device.ipynb"), JSON.stringify(filledIn(lessonOne, answers)));
  writeFileSync(join(entry, "timestamp.txt"), written(time));
  return entry;
}

/** The hand-in time that marks will be by, in ms. */
const counted = (): number => {
  const text = readFileSync(join(course, "submitted", me, lesson, "timestamp.txt"), "utf8");
  expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6} UTC$/);
  return Date.parse(text.replace(" UTC", "Z"));
};
const collected = async (): Promise<string[]> =>
  (await collectLesson(course, lesson)).filter((line) => line.startsWith("Hand-in time"));

it("believes an entry that says when its files were written, to the digit", async () => {
  const now = Date.now();
  submit(now);
  expect(await collected()).toEqual([]);
  expect(counted()).toBe(now);
});

it("counts the file system's time, and names the difference, when a folder says yesterday", async () => {
  const before = Date.now();
  submit(yesterday());
  expect(await collected()).toEqual([
    expect.stringMatching(
      /^Hand-in time: '.*' says \S+ \S+ UTC, and its files were changed last at \S+ \S+ UTC, which/,
    ),
  ]);
  expect(counted()).toBeGreaterThanOrEqual(before - 1_000);
});

it("is not deceived by files that were given yesterday's date, nor by timestamp.txt", async () => {
  const before = Date.now();
  const entry = submit(Date.now());
  writeFileSync(join(entry, "timestamp.txt"), written(yesterday()));
  for (const name of ["one-device.ipynb", "timestamp.txt", "."])
    utimesSync(join(entry, name), yesterday() / 1_000, yesterday() / 1_000);
  renameSync(entry, join(inbound, `${me}+${lesson}+${written(yesterday())}+x`));
  expect(await collected()).toHaveLength(1);
  expect(counted()).toBeGreaterThanOrEqual(before - 1_000);
});

it("counts when a file was changed in a folder that was handed in before", async () => {
  const entry = submit(yesterday());
  // Time passes for the folder's files: what a late change leaves is one file that is newer than the others.
  writeFileSync(join(entry, "one-device.ipynb"), JSON.stringify(filledIn(lessonOne, { reading: "late" })));
  mkdirSync(join(entry, "results", "deeper"), { recursive: true });
  writeFileSync(join(entry, "results", "deeper", "late.json"), "{}");
  const before = Date.now();
  execFileSync("touch", ["-d", "yesterday", join(entry, "results", "deeper", "late.json")]);
  expect(await collected()).toHaveLength(1);
  expect(counted()).toBeGreaterThanOrEqual(before - 1_000);
});

it("takes the entry that the file system calls the latest, whatever their names say", async () => {
  submit(Date.now() - hour, { reading: "first" });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const late = submit(Date.now() - 2 * hour, { reading: "second" });
  expect(await collected()).toHaveLength(2);
  const notebook = readFileSync(join(course, "submitted", me, lesson, "one-device.ipynb"), "utf8");
  expect(notebook).toBe(readFileSync(join(late, "one-device.ipynb"), "utf8"));
});

it("does not let an entry of next year stand for everything that comes after it", async () => {
  submit(Date.now() + 365 * 24 * hour, { reading: "next year" });
  expect(await collected()).toHaveLength(1);
  expect(counted()).toBeLessThanOrEqual(Date.now() + 1_000);
});
