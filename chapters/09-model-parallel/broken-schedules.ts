import type { Schedule, Task } from "../../lib/sharding";
import { timeTasks } from "./time-tasks";

/** The names of schedules that cannot run. */
export type BrokenName = "a" | "b" | "c";

export interface BrokenSchedule {
  schedule: Schedule;
  microbatches: number;
}

/** Reads a device's list: `F0 B0` are tasks of its own stage, `F0@2` is one of stage 2. */
const listOf = (text: string, device: number): Task[] =>
  text.split(" ").map((word) => {
    const [, does, microbatch, stage = device] = /^([FB])(\d+)(?:@(\d+))?$/.exec(word)!; // written below
    return { does: does as Task["does"], stage: Number(stage), microbatch: Number(microbatch) };
  });

/** Three schedules that the engine refuses, each for another reason. */
export const brokenSchedules: Record<BrokenName, BrokenSchedule> = {
  a: {
    schedule: ["F0 F1 F2 B0 B1 B2", "F0 F1 B0 F2 B1 B2", "F0 B0 B1 F1 F2 B2"].map(listOf),
    microbatches: 3,
  },
  b: {
    schedule: ["F0 B0 F1 F2 B1 F3 B2 B3", "F0 F1 B0 B1 F2 B2 F3 B3"].map(listOf),
    microbatches: 4,
  },
  c: {
    schedule: ["F0 F1 F2 B0 B1 B2", "F0 F1 F2 B0 B1@2 B2", "F0 F1 F2 B0 B1@1 B2"].map(listOf),
    microbatches: 3,
  },
};

/** A broken schedule's lists, and the line with which the engine refuses it. */
export function describeBroken(name: BrokenName): string {
  const { schedule, microbatches } = brokenSchedules[name];
  const inWords = ({ does, stage, microbatch }: Task, device: number): string =>
    `${does}${microbatch}${stage === device ? "" : ` in ${stage}`}`;
  const lists = schedule.map(
    (tasks, device) => `  device ${device}:  ${tasks.map((task) => inWords(task, device)).join("  ")}`,
  );
  return [`Schedule ${name}`, ...lists, complaint(schedule, microbatches), ""].join("\n");
}

function complaint(schedule: Schedule, microbatches: number): string {
  const devices = schedule.length;
  try {
    timeTasks(schedule, { devices, stages: devices, microbatches }, { forward: 1, backward: 2 });
    return "It runs to its end.";
  } catch (error) {
    return (error as Error).message;
  }
}

/** A schedule in which two tasks of a device's list have changed their places. */
export function exchanged(schedule: Schedule, { device, places }: { device: number; places: number[] }): Task[][] {
  const lists = schedule.map((tasks) => [...tasks]);
  const [one, other] = places;
  [lists[device][one], lists[device][other]] = [lists[device][other], lists[device][one]];
  return lists;
}
