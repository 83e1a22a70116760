import { checkGpipe, checkIdleShare, checkMostHeld, checkOneForwardOneBackward } from "../../../lib/checks";
import { bubbleOf, gpipe, oneForwardOneBackward, timeTasks, type PipelineSize, type Task } from "../../../lib/sharding";
import { exercise } from "../exercise";

const range = (count: number) => [...Array(count).keys()];
const F = (stage: number, microbatch: number): Task => ({ does: "F", stage, microbatch });
const B = (stage: number, microbatch: number): Task => ({ does: "B", stage, microbatch });
const size = (devices: number, microbatches: number): PipelineSize => ({ devices, stages: devices, microbatches });

type Tasks = (devices: number, microbatches: number) => Task[][];

/** 1F1B with so many microbatches ahead on each device. */
const ahead =
  (count: (devices: number, device: number) => number): Tasks =>
  (devices, microbatches) =>
    range(devices).map((device) => {
      const first = Math.min(microbatches, count(devices, device));
      return [
        ...range(first).map((microbatch) => F(device, microbatch)),
        ...range(microbatches).flatMap((microbatch) => [
          ...(first + microbatch < microbatches ? [F(device, first + microbatch)] : []),
          B(device, microbatch),
        ]),
      ];
    });

/** When tasks end, by trying again and again which can run. */
function ends(schedule: Task[][], forward: number, backward: number): Map<string, number> {
  const key = ({ does, stage, microbatch }: Task) => `${does}${stage}.${microbatch}`;
  const ended = new Map<string, number>();
  const next = schedule.map(() => 0);
  const free = schedule.map(() => 0);
  for (let changed = true; changed;) {
    changed = false;
    schedule.forEach((tasks, device) => {
      const task = tasks[next[device]] as Task | undefined;
      if (task === undefined) return;
      const { does, stage, microbatch } = task;
      const last = stage === schedule.length - 1;
      const needs = does === "F" ? (stage === 0 ? [] : [F(stage - 1, microbatch)]) : [last ? F(stage, microbatch) : B(stage + 1, microbatch)]; // prettier-ignore
      if (needs.some((each) => !ended.has(key(each)))) return;
      const begin = Math.max(free[device], ...needs.map((each) => ended.get(key(each))!));
      free[device] = begin + (does === "F" ? forward : backward);
      ended.set(key(task), free[device]);
      next[device]++;
      changed = true;
    });
  }
  return ended;
}

const share = (schedule: Task[][], forward: number, backward: number, total?: number): number => {
  const end = total ?? Math.max(...ends(schedule, forward, backward).values());
  return 1 - (schedule[0].length / 2) * (forward + backward) / end; // prettier-ignore
};

const most = (schedule: Task[][], change: (held: number, task: Task) => number): number[] =>
  schedule.map((tasks) => {
    let [held, least] = [0, 0];
    for (const task of tasks) least = Math.max(least, (held = change(held, task)));
    return least;
  });

export const exercises = [
  exercise({
    what: "GPipe's schedule",
    cell: "09-model-parallel/test-gpipe",
    check: checkGpipe,
    right: [
      (devices, microbatches) =>
        range(devices).map((device) => [
          ...range(microbatches).map((microbatch) => F(device, microbatch)),
          ...range(microbatches).map((microbatch) => B(device, microbatch)),
        ]),
      // The last microbatch goes backward first, as the paper's figure has it.
      (devices, microbatches) =>
        range(devices).map((device) => {
          const forward = range(microbatches).map((microbatch) => F(device, microbatch));
          return [...forward, ...[...forward].reverse().map(({ microbatch }) => B(device, microbatch))];
        }),
    ],
    wrong: [
      {
        what: "one microbatch after another",
        answer: ahead(() => 0),
        says: /Only one device works|send ahead/,
      },
      { what: "1F1B", answer: ahead((devices, device) => devices - 1 - device), says: /before it goes backward/ },
      {
        what: "no way back",
        answer: (devices, microbatches) => range(devices).map((device) => range(microbatches).map((m) => F(device, m))),
        says: /runs B of microbatch 0 in stage 0 never/,
      },
      {
        what: "backward first",
        answer: (devices, microbatches) => gpipe(size(devices, microbatches)).map((tasks) => [...tasks].reverse()),
        says: /stands still/,
      },
      {
        what: "all stages everywhere",
        answer: (devices, microbatches) => range(devices).map(() => range(devices).flatMap((s) => range(microbatches).map((m) => F(s, m)))), // prettier-ignore
        says: /that stage is on device/,
      },
      { what: "no tasks", answer: () => [["F0", "B0"]] as never, says: /a task is/ },
    ],
  }),
  exercise({
    what: "the bubble of a schedule",
    cell: "09-model-parallel/test-idle-share",
    check: checkIdleShare,
    right: [
      (schedule, forward, backward) => share(schedule, forward, backward),
      (schedule, forward, backward) => {
        const tasks = timeTasks(schedule, size(schedule.length, schedule[0].length / 2), { forward, backward });
        return bubbleOf(tasks, schedule.length);
      },
    ],
    wrong: [
      {
        what: "idle for each second of work",
        answer: (schedule, forward, backward) => {
          const idle = share(schedule, forward, backward);
          return idle / (1 - idle);
        },
        says: /all of the devices' time/,
      },
      { what: "the work", answer: (...asked) => 1 - share(...asked), says: /in which they work/ },
      { what: "nobody waits", answer: () => 0, says: /where do the devices wait/ },
      { what: "percent", answer: (...asked) => 100 * share(...asked), says: /no percent/ },
      { what: "equal tasks", answer: (schedule, forward) => share(schedule, forward, forward), says: /another time/ },
      {
        what: "the formula of another schedule",
        answer: (schedule) => (schedule.length - 1) / (schedule[0].length / 2 + schedule.length - 1),
      },
    ],
  }),
  exercise({
    what: "the schedule 1F1B",
    cell: "09-model-parallel/test-one-forward-one-backward",
    check: checkOneForwardOneBackward,
    right: [
      ahead((devices, device) => devices - 1 - device),
      (devices, microbatches) => oneForwardOneBackward(size(devices, microbatches)).map((tasks) => [...tasks]),
    ],
    wrong: [
      {
        what: "GPipe",
        answer: (devices, microbatches) => gpipe(size(devices, microbatches)).map((tasks) => [...tasks]),
        says: /still holds all microbatches/,
      },
      { what: "nothing ahead", answer: ahead(() => 0), says: /send ahead|Only one device works/ },
      { what: "one too many", answer: ahead((devices, device) => devices - device), says: /One microbatch fewer/ },
      { what: "as many on every device", answer: ahead((devices) => devices - 1), says: /Later devices/ },
      {
        what: "the other way round",
        answer: ahead((_devices, device) => device),
        says: /stands still|expected/,
      },
    ],
  }),
  exercise({
    what: "the microbatches that a device holds",
    cell: "09-model-parallel/test-most-held",
    check: checkMostHeld,
    right: [
      (schedule) => most(schedule, (held, { does }) => held + (does === "F" ? 1 : -1)),
      (schedule) =>
        schedule.map((tasks) =>
          Math.max(
            ...tasks.map((_, at) => {
              const until = tasks.slice(0, at + 1);
              return until.filter(({ does }) => does === "F").length - until.filter(({ does }) => does === "B").length;
            }),
          ),
        ),
    ],
    wrong: [
      { what: "all microbatches", answer: (schedule) => schedule.map((tasks) => tasks.length / 2), says: /is freed/ },
      { what: "what is left at the end", answer: (schedule) => schedule.map(() => 0), says: /when is it most/ },
      { what: "tasks", answer: (schedule) => schedule.map((tasks) => tasks.length), says: /from its F to its B/ },
      {
        what: "one number",
        answer: (schedule) => Math.max(...most(schedule, (held, { does }) => held + (does === "F" ? 1 : -1))) as never,
        says: /for each device/,
      },
      {
        what: "stages behind, whatever the schedule",
        answer: (schedule) => schedule.map((_, device) => schedule.length - device),
      },
    ],
  }),
];
