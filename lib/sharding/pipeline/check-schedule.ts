import type { PipelineSize, Schedule, Task } from "./schedule";

const nameOf = ({ does, stage, microbatch }: Task): string => `${does} of microbatch ${microbatch} in stage ${stage}`;

/** What tells a task from all others. */
export const key = ({ does, stage, microbatch }: Task): string => `${does} ${stage} ${microbatch}`;

/** The tasks that must have ended before this one can begin. */
export function neededBy({ does, stage, microbatch }: Task, { stages }: Pick<PipelineSize, "stages">): Task[] {
  if (does === "F") return stage === 0 ? [] : [{ does, stage: stage - 1, microbatch }];
  const own: Task = { does: "F", stage, microbatch };
  return stage === stages - 1 ? [own] : [{ does, stage: stage + 1, microbatch }, own];
}

/**
 * All tasks of a schedule in an order in which they can run.
 * @throws one line when a device is told to do what is not its own, twice, or not at all, or when devices wait for each other for ever.
 */
export function checkSchedule(schedule: Schedule, size: PipelineSize): Task[] {
  refuseOthers(schedule, size);
  refuseMissing(schedule, size);
  const ended = new Set<string>();
  const order: Task[] = [];
  const next = schedule.map(() => 0);
  const canRun = (task: Task | undefined): task is Task =>
    task !== undefined && neededBy(task, size).every((needed) => ended.has(key(needed)));
  for (let going = true; going;) {
    going = false;
    schedule.forEach((tasks, device) => {
      const task = tasks.at(next[device]);
      if (next[device] >= tasks.length || !canRun(task)) return;
      next[device] += 1;
      ended.add(key(task));
      order.push(task);
      going = true;
    });
  }
  const waiting = schedule.flatMap((tasks, device) => (next[device] < tasks.length ? [device] : []));
  if (waiting.length > 0) refuseDeadlock(schedule, { size, next, ended, from: waiting[0] });
  return order;
}

function refuseOthers(schedule: Schedule, { devices, stages, microbatches }: PipelineSize): void {
  if (schedule.length !== devices) {
    throw new Error(
      `The schedule has lists for ${schedule.length} devices, but the pipeline has ${devices}: give each device one.`,
    );
  }
  schedule.forEach((tasks, device) => {
    for (const task of tasks) {
      const { stage, microbatch } = task;
      if (!(Number.isInteger(stage) && stage >= 0 && stage < stages)) {
        throw new Error(`Device ${device} is told to run ${nameOf(task)}, but stages go from 0 to ${stages - 1}.`);
      }
      if (!(Number.isInteger(microbatch) && microbatch >= 0 && microbatch < microbatches)) {
        throw new Error(
          `Device ${device} is told to run ${nameOf(task)}, but microbatches go from 0 to ${microbatches - 1}.`,
        );
      }
      if (stage % devices !== device) {
        throw new Error(
          `Device ${device} is told to run ${nameOf(task)}, but that stage is on device ${stage % devices}.`,
        );
      }
    }
  });
}

function refuseMissing(schedule: Schedule, { devices, stages, microbatches }: PipelineSize): void {
  const counts = new Map<string, number>();
  for (const task of schedule.flat()) counts.set(key(task), (counts.get(key(task)) ?? 0) + 1);
  for (let stage = 0; stage < stages; stage++) {
    for (let microbatch = 0; microbatch < microbatches; microbatch++) {
      for (const does of ["F", "B"] as const) {
        const task = { does, stage, microbatch };
        const count = counts.get(key(task)) ?? 0;
        if (count === 1) continue;
        const times = count === 0 ? "never" : `${count} times`;
        throw new Error(`Device ${stage % devices} runs ${nameOf(task)} ${times}, but must run it once.`);
      }
    }
  }
}

interface Stuck {
  size: PipelineSize;
  next: readonly number[];
  ended: ReadonlySet<string>;
  from: number;
}

/** Follows who waits for whom until somebody is met again, and names those who wait in a circle. */
function refuseDeadlock(schedule: Schedule, { size, next, ended, from }: Stuck): never {
  const waits = new Map<number, string>();
  let device = from;
  while (!waits.has(device)) {
    const task = schedule[device][next[device]];
    const needed = neededBy(task, size).find((each) => !ended.has(key(each)))!; // otherwise it would have run
    const other = needed.stage % size.devices;
    const whose = other === device ? "which stands later in its own list" : `which device ${other} has not come to`;
    waits.set(device, `device ${device} must run ${nameOf(task)} next, but that needs ${nameOf(needed)}, ${whose}`);
    device = other;
  }
  const circle = [...waits.values()].slice([...waits.keys()].indexOf(device));
  throw new Error(`The schedule stands still: ${circle.join("; ")}.`);
}
