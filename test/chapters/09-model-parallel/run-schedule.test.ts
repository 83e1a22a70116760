import { existsSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { runSchedule } from "../../../chapters/09-model-parallel/run-schedule";
import { brokenSchedules } from "../../../chapters/09-model-parallel/broken-schedules";
import { gpipe, oneForwardOneBackward, type Schedule, type Task } from "../../../lib/sharding";
import { inOwnFolder } from "../../own-folder";

inOwnFolder("schedule");

const size = { devices: 2, stages: 2, microbatches: 3 };
const orderOn = (device: number, tasks: readonly (Task & { device: number })[]): string =>
  tasks
    .filter((task) => task.device === device)
    .map(({ does, microbatch }) => `${does}${microbatch}`)
    .join(" ");

it("the engine runs a student's schedule in its order, measures each device, and keeps what it measured", async () => {
  const schedule = oneForwardOneBackward(size);
  const asked = { name: "own", schedule, microbatches: 3 };
  const ran = (await runSchedule(asked))!;
  expect(ran).toMatchObject({ name: "own", devices: 2, microbatches: 3 });
  expect([0, 1].map((device) => orderOn(device, ran.tasks))).toEqual(["F0 F1 B0 F2 B1 B2", "F0 B0 F1 B1 F2 B2"]);
  expect(ran.peak.every((bytes, device) => bytes > ran.atRest[device] && ran.atRest[device] > 0)).toBe(true);
  expect(await runSchedule(asked)).toEqual(ran);
});

it("several stages on a device", async () => {
  const schedule = oneForwardOneBackward({ devices: 2, stages: 4, microbatches: 2 });
  const ran = (await runSchedule({ name: "interleaved", schedule, microbatches: 2, stages: 4 }))!;
  expect(ran.tasks).toHaveLength(2 * 4 * 2);
  expect(ran.tasks.every(({ stage, device }) => stage % 2 === device)).toBe(true);
});

/** The schedule of a student who has exchanged two tasks. */
const exchanged = (): Schedule => {
  const [first, second] = gpipe(size).map((tasks) => [...tasks]);
  [second[0], second[3]] = [second[3], second[0]];
  return [first, second];
};

it.each<[string, Schedule, number, RegExp]>([
  ["a", brokenSchedules.a.schedule, 3, /: The schedule stands still: device 2 must run B of microbatch 1 in stage 2 next[^\n]*$/],
  ["b", brokenSchedules.b.schedule, 4, /: The schedule stands still: device 0 must run[^\n]*; device 1 must run[^\n]*$/],
  ["c", brokenSchedules.c.schedule, 3, /: Device 1 is told to run B of microbatch 1 in stage 2, but that stage is on device 2\.$/],
  ["one of a student's own", exchanged(), 3, /: The schedule stands still: device 1 must run B of microbatch 0 in stage 1 next[^\n]*$/],
])("broken schedule %s gets one line, and does not hang", async (name, schedule, microbatches, line) => {
  await expect(runSchedule({ name: `broken-${name}`, schedule, microbatches })).rejects.toThrow(line);
  expect(existsSync(`results/schedules/broken-${name}-${schedule.length}-${schedule.length}-${microbatches}.json`)).toBe(false);
}); // prettier-ignore

it("nothing runs while it is graded", async () => {
  vi.stubEnv("NBGRADER_EXECUTION", "autograde");
  expect(await runSchedule({ name: "graded", schedule: gpipe(size), microbatches: 3 })).toBeUndefined();
});
