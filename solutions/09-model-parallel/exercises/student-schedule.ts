import { timeTasks } from "../../../chapters/09-model-parallel/time-tasks";
import type { PipelineSize, Schedule, Task } from "../../../lib/sharding";

/** A pipeline with a stage on each device. */
export const equal = (devices: number, microbatches: number): PipelineSize => ({
  devices,
  stages: devices,
  microbatches,
});

/** A backward pass takes about twice as long as a forward pass. */
export const durations = { forward: 1, backward: 2 };

/**
 * A student's schedule, if it is one that runs to its end.
 * @throws one line when it is no schedule, leaves something out, or stands still.
 */
export function running(schedule: unknown, size: PipelineSize): Schedule {
  const lists = asSchedule(schedule);
  timeTasks(lists, size, durations);
  return lists;
}

/** @throws one line when it is no list of lists of tasks. */
function asSchedule(schedule: unknown): Schedule {
  if (!Array.isArray(schedule)) throw new Error("return a list with a list of tasks for each device");
  for (const [device, tasks] of (schedule as unknown[]).entries()) {
    if (!Array.isArray(tasks)) throw new Error(`what device ${device} does is no list of tasks`);
    for (const task of tasks as Partial<Task>[]) {
      const { does, stage, microbatch } = task ?? {};
      if ((does === "F" || does === "B") && typeof stage === "number" && typeof microbatch === "number") continue;
      throw new Error(`device ${device}: a task is { does: "F" or "B", stage: a number, microbatch: a number }`);
    }
  }
  return schedule as Schedule;
}
