import { brokenSchedules, type BrokenName } from "../../../../chapters/09-model-parallel/broken-schedules";
import {
  checkMendedSchedules,
  type MendedSchedule,
} from "../../../../solutions/09-model-parallel/exercises/mended-schedules";
import { gpipe, type Schedule, type Task } from "../../../../lib/sharding";
import { exercise, slip } from "../../../checks/exercise";

const faults = { a: "wrong order in its own list", b: "waits in a circle", c: "not its own stage" } as const;

const saying = (name: BrokenName, schedule: Schedule = brokenSchedules[name].schedule): MendedSchedule => ({
  fault: faults[name],
  schedule: schedule.map((tasks) => [...tasks]),
});

/** @param way The device of b that gives way. */
function mended(name: BrokenName, way = 0): MendedSchedule {
  const answer = saying(name);
  const [one, two, three] = answer.schedule;
  const swap = (tasks: Task[], at: number, other = tasks, there = at + 1) =>
    ([tasks[at], other[there]] = [other[there], tasks[at]]);
  if (name === "a") swap(three, 2);
  if (name === "b") swap([one, two][way], 1);
  if (name === "c") swap(two, 4, three, 4);
  return answer;
}

export const exercises = [
  exercise("09-model-parallel/test-mended", checkMendedSchedules, {
    right: [(name) => mended(name), (name) => mended(name, 1)],
    wrong: [
      slip("new schedules", /in another place than before: expected 1/, (name) => {
        const { schedule, microbatches } = brokenSchedules[name];
        return saying(name, gpipe({ devices: schedule.length, stages: schedule.length, microbatches }));
      }),
      slip("the broken ones", /stands still/, (name) => saying(name)),
      slip("one fault for all", /which is not the answer/, (name) => ({
        ...mended(name),
        fault: "waits in a circle",
      })),
      slip("half of c", /Device 2 is told to run B of microbatch 1 in stage 1/, (name) =>
        saying(name, [...mended(name).schedule.slice(0, 2), ...saying(name).schedule.slice(2)]),
      ),
    ],
  }),
];
