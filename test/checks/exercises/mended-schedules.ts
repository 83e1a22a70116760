import { brokenSchedules, type BrokenName } from "../../../lib/cells";
import { checkMendedSchedules, type Fault, type MendedSchedule } from "../../../lib/checks";
import { gpipe, type Task } from "../../../lib/sharding";
import { exercise } from "../exercise";

const faults: Record<BrokenName, Fault> = {
  a: "wrong order in its own list",
  b: "waits in a circle",
  c: "not its own stage",
};

const lists = (name: BrokenName): Task[][] => brokenSchedules[name].schedule.map((tasks) => [...tasks]);
const swap = (tasks: Task[], one: number, other: number): void => {
  [tasks[one], tasks[other]] = [tasks[other], tasks[one]];
};

/** Mended by hand, with device 0 or device 1 of b giving way. */
function byHand(name: BrokenName, { way = 0 } = {}): MendedSchedule {
  const schedule = lists(name);
  if (name === "a") swap(schedule[2], 2, 3);
  if (name === "b") swap(schedule[way], 1, way === 0 ? 2 : 1);
  if (name === "b" && way === 1) swap(schedule[1], 1, 2);
  if (name === "c") [schedule[1][4], schedule[2][4]] = [schedule[2][4], schedule[1][4]];
  return { fault: faults[name], schedule };
}

/** A whole new schedule that runs. */
const anew = (name: BrokenName): MendedSchedule => {
  const { schedule, microbatches } = brokenSchedules[name];
  const sizes = { devices: schedule.length, stages: schedule.length, microbatches };
  return { fault: faults[name], schedule: gpipe(sizes).map((tasks) => [...tasks]) };
};

export const exercises = [
  exercise({
    what: "three broken schedules",
    cell: "09-model-parallel/test-mended",
    check: checkMendedSchedules,
    right: [(name) => byHand(name), (name) => byHand(name, { way: 1 })],
    wrong: [
      { what: "new schedules", answer: anew, says: /in another place than before: expected 1/ },
      {
        what: "the broken ones",
        answer: (name) => ({ fault: faults[name], schedule: lists(name) }),
        says: /stands still/,
      },
      {
        what: "one fault for all",
        answer: (name) => ({ ...byHand(name), fault: "waits in a circle" }),
        says: /not the answer looked for/,
      },
      {
        what: "half of c",
        answer: (name) => {
          const mended = byHand(name);
          if (name === "c") mended.schedule[2] = lists("c")[2];
          return mended;
        },
        says: /Device 2 is told to run B of microbatch 1 in stage 1/,
      },
    ],
  }),
];
