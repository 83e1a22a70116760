import { brokenSchedules, type BrokenName } from "../../../chapters/09-model-parallel/broken-schedules";
import type { Schedule, Task } from "../../../lib/sharding";
import { type Check, checkAnswer, type Trial } from "../../../lib/checks/check";
import { equal, running } from "./student-schedule";

/** Why a schedule cannot run. */
export type Fault = "waits in a circle" | "wrong order in its own list" | "not its own stage";

/** What a student says of a broken schedule. */
export interface MendedSchedule {
  fault: Fault;
  schedule: Task[][];
}

const FAULTS: Record<BrokenName, Fault> = {
  a: "wrong order in its own list",
  b: "waits in a circle",
  c: "not its own stage",
};

/** The fewest tasks that must move to another place, to mend each. */
const FEWEST: Record<BrokenName, number> = { a: 1, b: 1, c: 2 };

/** Checks what a student says of three broken schedules, and that they run with as few changes as possible. */
export function checkMendedSchedules(mended: (name: BrokenName) => MendedSchedule): Check {
  return checkAnswer("Broken schedules", mended, (mended) =>
    (["a", "b", "c"] as const).flatMap((name): Trial[] => {
      const { schedule: broken, microbatches } = brokenSchedules[name];
      const size = equal(broken.length, microbatches);
      const schedule = () => running(mended(name).schedule, size);
      return [
        {
          what: `schedule ${name}: what is wrong`,
          call: () => mended(name).fault,
          expected: FAULTS[name],
          secret: true,
        },
        {
          what: `schedule ${name}, mended: tasks of a schedule that runs to its end`,
          call: () => schedule().flat().length,
          expected: 2 * size.devices * microbatches,
        },
        {
          what: `schedule ${name}, mended: tasks in another place than before`,
          call: () => moved(broken, schedule()),
          expected: FEWEST[name],
        },
      ];
    }),
  );
}

/** Tasks that stand in another place: all but the longest common subsequence of each device's lists. */
function moved(before: Schedule, after: Schedule): number {
  return after.reduce((count, tasks, device) => count + tasks.length - common(before[device] ?? [], tasks), 0);
}

function common(one: readonly Task[], other: readonly Task[]): number {
  const same = (a: Task, b: Task): boolean => a.does === b.does && a.stage === b.stage && a.microbatch === b.microbatch;
  let row = new Array<number>(other.length + 1).fill(0);
  for (const task of one) {
    const next = [0];
    other.forEach((each, at) => next.push(same(task, each) ? row[at] + 1 : Math.max(row[at + 1], next[at])));
    row = next;
  }
  return row[other.length];
}
