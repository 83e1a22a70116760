import {
  checkGpipe,
  checkIdleShare,
  checkMostHeld,
  checkOneForwardOneBackward,
} from "../../../../solutions/09-model-parallel/exercises/pipeline-schedule";
import type { Task } from "../../../../lib/sharding";
import { exercise, guess, slip } from "../../../checks/exercise";

const range = (count: number) => [...Array(count).keys()];
const F = (stage: number, microbatch: number): Task => ({ does: "F", stage, microbatch });
const B = (stage: number, microbatch: number): Task => ({ does: "B", stage, microbatch });

/** 1F1B with so many microbatches ahead on each device. */
const ahead =
  (count: (devices: number, device: number) => number) =>
  (devices: number, microbatches: number): Task[][] =>
    range(devices).map((device) => {
      const forward = range(microbatches).map((microbatch) => F(device, microbatch));
      const first = forward.splice(0, count(devices, device));
      return [
        ...first,
        ...range(microbatches).flatMap((microbatch) => [...forward.splice(0, 1), B(device, microbatch)]),
      ];
    });

const forwardFirst = ahead(() => Infinity);

/** When each task ends follows from the one before it on its device and from the one whose numbers it needs. */
function idleShare(schedule: Task[][], forward: number, backward: number): number {
  const ends = new Map<Task | undefined, number>([[undefined, 0]]);
  const end = (task?: Task): number => {
    const known = ends.get(task);
    if (task === undefined || known !== undefined) return known!;
    const { does, stage, microbatch } = task;
    const turns = does === "B" && stage === schedule.length - 1;
    const needs = does === "F" ? F(stage - 1, microbatch) : turns ? F(stage, microbatch) : B(stage + 1, microbatch);
    const key = JSON.stringify(needs);
    const own = schedule[stage].indexOf(task);
    const before = schedule[stage].findLast((_, at) => at < own);
    const begin = Math.max(end(before), end(schedule.flat().find((each) => JSON.stringify(each) === key)));
    ends.set(task, begin + (does === "F" ? forward : backward));
    return ends.get(task)!;
  };
  const total = Math.max(...schedule.flat().map((task) => end(task)));
  return 1 - ((schedule[0].length / 2) * (forward + backward)) / total;
}

export const exercises = [
  exercise("09-model-parallel/test-gpipe", checkGpipe, {
    right: [
      forwardFirst,
      // The last microbatch goes backward first, as the paper's figure has it.
      (devices, microbatches) =>
        forwardFirst(devices, microbatches).map((tasks) => [...tasks.splice(0, microbatches), ...tasks.reverse()]),
    ],
    wrong: [
      slip(
        "one microbatch after another",
        /Only one device works|send ahead/,
        ahead(() => 0),
      ),
      slip(
        "1F1B",
        /before it goes backward/,
        ahead((devices, device) => devices - 1 - device),
      ),
      slip("no way back", /runs B of microbatch 0 in stage 0 never/, (devices, microbatches) =>
        range(devices).map((device) => range(microbatches).map((m) => F(device, m))),
      ),
      slip("backward first", /stands still/, (devices, microbatches) =>
        forwardFirst(devices, microbatches).map((tasks) => tasks.reverse()),
      ),
      slip("all stages everywhere", /that stage is on device/, (devices, microbatches) =>
        range(devices).map(() => range(devices).flatMap((s) => range(microbatches).map((m) => F(s, m)))),
      ),
      slip("no tasks", /a task is/, () => [["F0", "B0"]] as never),
    ],
  }),
  exercise("09-model-parallel/test-idle-share", checkIdleShare, {
    right: idleShare,
    wrong: [
      slip("equal tasks", /another time/, (schedule, forward) => idleShare(schedule, forward, forward)),
      guess(
        "the formula of another schedule",
        (schedule) => (schedule.length - 1) / (schedule[0].length / 2 + schedule.length - 1),
      ),
    ],
  }),
  exercise("09-model-parallel/test-one-forward-one-backward", checkOneForwardOneBackward, {
    right: ahead((devices, device) => devices - 1 - device),
    wrong: [
      slip(
        "as many on every device",
        /Later devices/,
        ahead((devices) => devices - 1),
      ),
      slip(
        "the other way round",
        /stands still|expected/,
        ahead((_devices, device) => device),
      ),
    ],
  }),
  exercise("09-model-parallel/test-most-held", checkMostHeld, {
    right: (schedule) =>
      schedule.map((tasks) => {
        const count = (until: number, does: string) =>
          tasks.slice(0, until).filter((task) => task.does === does).length;
        return Math.max(...tasks.map((_, at) => count(at + 1, "F") - count(at + 1, "B")));
      }),
    wrong: [
      slip("all microbatches", /is freed/, (schedule) => schedule.map((tasks) => tasks.length / 2)),
      guess("stages behind, whatever the schedule", (schedule) =>
        schedule.map((_, device) => schedule.length - device),
      ),
    ],
  }),
];
