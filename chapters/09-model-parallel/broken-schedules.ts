import type { Schedule, Task } from "../../lib/sharding";

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
