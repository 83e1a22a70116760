import { checkSchedule, key, neededBy } from "./check-schedule";
import type { PipelineSize, Schedule, Task } from "./schedule";

/** A task with the time at which it begins and ends. */
export interface TimedTask extends Task {
  device: number;
  begin: number;
  end: number;
}

/** How long one microbatch takes through one stage; sending takes no time. */
interface Durations {
  forward: number;
  backward: number;
}

/**
 * When each task of a schedule would run, if all stages took equally long and nothing else took time.
 * @throws as {@link checkSchedule}.
 */
export function timeTasks(schedule: Schedule, size: PipelineSize, durations: Durations): TimedTask[] {
  const free = schedule.map(() => 0);
  const ended = new Map<string, number>();
  return checkSchedule(schedule, size).map((task) => {
    const device = task.stage % size.devices;
    const begin = Math.max(free[device], ...neededBy(task, size).map((needed) => ended.get(key(needed))!));
    const end = begin + (task.does === "F" ? durations.forward : durations.backward);
    free[device] = end;
    ended.set(key(task), end);
    return { ...task, device, begin, end };
  });
}

/**
 * The bubble: the share of all devices' time in which they have nothing to do. Without interleaving, for GPipe as for 1F1B, it is
 * (devices - 1) / (microbatches + devices - 1).
 */
export function bubbleOf(tasks: readonly TimedTask[], devices: number): number {
  const total = devices * Math.max(...tasks.map(({ end }) => end));
  return 1 - tasks.reduce((sum, { begin, end }) => sum + end - begin, 0) / total;
}
