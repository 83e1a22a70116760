import { checkSchedule, key, neededBy } from "../../lib/sharding/pipeline/check-schedule";
import type { TimedTask } from "../../lib/sharding/pipeline/bubble";
import type { PipelineSize, Schedule } from "../../lib/sharding/pipeline/schedule";

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
