import {
  bubbleOf,
  gpipe,
  oneForwardOneBackward,
  type PipelineSize,
  type Schedule,
  type Task,
} from "../../../lib/sharding";
import { timeTasks } from "../../../chapters/09-model-parallel/time-tasks";
import { counted } from "../../../lib/system/words";
import { type Check, checkAnswer, checkByCases, type Trial } from "../../../lib/checks/check";
import { durations, equal, running } from "./student-schedule";

/** The most microbatches that each device holds the activations of at once. */
function mostHeld(schedule: Schedule): number[] {
  return schedule.map((tasks) => {
    let held = 0;
    return Math.max(0, ...tasks.map(({ does }) => (held += does === "F" ? 1 : -1)));
  });
}

const idle = (schedule: Schedule, size: PipelineSize, by = durations): number =>
  bubbleOf(timeTasks(schedule, size, by), size.devices);

const GPIPES: [devices: number, microbatches: number][] = [
  [2, 3],
  [4, 8],
];

/** Checks a function that writes GPipe's schedule (Y. Huang et al., GPipe, 2019): everything forward, then everything backward. */
export const checkGpipe = (tasks: WritesTasks, cases = GPIPES): Check =>
  checkSchedules("GPipe's schedule", tasks, cases, (on, schedule, size) => ({
    what: `${on}: tasks that go forward after one that goes backward`,
    call: () => forwardsInAll(schedule()),
    expected: 0,
    slips: [
      [forwardsInAll(oneForwardOneBackward(size)), "GPipe goes forward with all microbatches before it goes backward."],
    ],
  }));

function forwardsAfterBackward(tasks: readonly Task[]): number {
  const first = tasks.findIndex(({ does }) => does === "B");
  return first < 0 ? 0 : tasks.slice(first).filter(({ does }) => does === "F").length;
}

const forwardsInAll = (schedule: Schedule): number =>
  schedule.reduce((late, list) => late + forwardsAfterBackward(list), 0);

type WritesTasks = (devices: number, microbatches: number) => Task[][];

/** Checks a function that writes schedules, each by {@link runsTrials} and one trial more. */
const checkSchedules = (
  section: string,
  tasks: WritesTasks,
  cases: [devices: number, microbatches: number][],
  more: (on: string, schedule: () => Schedule, size: PipelineSize) => Trial,
): Check =>
  checkAnswer(section, tasks, (tasks) =>
    cases.flatMap(([devices, microbatches]) => {
      const size = equal(devices, microbatches);
      const on = `${counted(devices, "stage")}, ${counted(microbatches, "microbatch", "microbatches")}`;
      const schedule = () => running(tasks(devices, microbatches), size);
      return [...runsTrials(on, schedule, size), more(on, schedule, size)];
    }),
  );

/** That a schedule runs to its end, and that its devices are not idle for longer than they must be. */
function runsTrials(on: string, schedule: () => Schedule, size: PipelineSize): Trial[] {
  const { devices, microbatches } = size;
  const least = (devices - 1) / (microbatches + devices - 1);
  const alone = 1 - 1 / devices;
  return [
    {
      what: `${on}: tasks of a schedule that runs to its end`,
      call: () => schedule().flat().length,
      expected: 2 * devices * microbatches,
    },
    {
      what: `${on}: share of the devices' time that is idle, where backward takes twice as long as forward`,
      call: () => idle(schedule(), size),
      expected: least,
      slips: [[alone, "Only one device works at a time: let the first stage begin the next microbatch meanwhile."]],
    },
  ];
}

/** Each device goes forward and backward with one microbatch after another: it sends nothing ahead. */
const inOrder = ({ devices, microbatches }: PipelineSize): Schedule =>
  Array.from({ length: devices }, (_, stage) =>
    Array.from({ length: microbatches }, (_, microbatch): Task[] => [
      { does: "F", stage, microbatch },
      { does: "B", stage, microbatch },
    ]).flat(),
  );

const ALTERNATING: [devices: number, microbatches: number][] = [
  [2, 4],
  [4, 8],
  [4, 2],
];

/**
 * Checks a function that writes the schedule 1F1B (D. Narayanan et al., PipeDream, 2019): no more idle time than GPipe's, and device d
 * of p holds at most p - d microbatches.
 */
export const checkOneForwardOneBackward = (tasks: WritesTasks, cases = ALTERNATING): Check =>
  checkSchedules("One forward, one backward", tasks, cases, (on, schedule, size) => ({
    what: `${on}: the most microbatches that each device holds`,
    call: () => mostHeld(schedule()),
    expected: mostHeld(oneForwardOneBackward(size)),
    slips: [
      [mostHeld(gpipe(size)), "Every device still holds all microbatches: let it go backward as soon as it can."],
      [
        mostHeld(oneForwardOneBackward(size)).map((held) => Math.min(size.microbatches, held + 1)),
        "One microbatch fewer is enough: device d needs only p - 1 - d of them ahead of its first turn.",
      ],
      [
        mostHeld(gpipe(equal(size.devices, Math.min(size.devices, size.microbatches)))),
        "Later devices get their gradients back earlier: they need fewer microbatches ahead than device 0.",
      ],
    ],
  }));

/** Tasks on two devices in which the microbatches pass each other. */
const passing: Schedule = [
  [f(0, 1), f(0, 0), b(0, 0), b(0, 1)],
  [f(1, 0), b(1, 0), f(1, 1), b(1, 1)],
];

function f(stage: number, microbatch: number): Task {
  return { does: "F", stage, microbatch };
}
function b(stage: number, microbatch: number): Task {
  return { does: "B", stage, microbatch };
}

const IDLE: [what: string, schedule: Schedule, forward: number, backward: number][] = [
  ["GPipe's, 2 stages, 2 microbatches", gpipe(equal(2, 2)), 1, 1],
  ["GPipe's, 4 stages, 4 microbatches", gpipe(equal(4, 4)), 1, 2],
  ["one microbatch at a time on 3 stages", inOrder(equal(3, 2)), 1, 2],
  ["2 stages, microbatches in another order", passing, 2, 3],
];

/** Checks a function that times a schedule and says which share of all devices' time is idle. */
export const checkIdleShare = (
  idleShare: (schedule: Task[][], forward: number, backward: number) => number,
  cases = IDLE,
): Check =>
  checkByCases("The bubble", cases, (what, schedule, forward, backward) => {
    const size = equal(schedule.length, schedule[0].length / 2);
    const timed = timeTasks(schedule, size, { forward, backward });
    const total = Math.max(...timed.map(({ end }) => end));
    const busy = size.microbatches * (forward + backward);
    const own = schedule.map((_, device) =>
      Math.max(...timed.filter((task) => task.device === device).map(({ end }) => end)),
    );
    const worked = own.reduce((sum, end) => sum + end, 0);
    return {
      what: `${what}; forward ${forward} s, backward ${backward} s`,
      expected: 1 - busy / total,
      slips: [
        [total / busy - 1, "That is idle time for each second of work: divide by all of the devices' time."],
        [busy / total, "That is the share in which they work."],
        [total - busy, "Those are seconds of one device: a share is asked for."],
        [0, "A task cannot begin before what it needs has ended: where do the devices wait?"],
        [
          1 - (size.devices * busy) / worked,
          "Devices that have finished are idle, too: count until the last one has ended.",
        ],
        [100 * (1 - busy / total), "Give a share from 0 to 1, and no percent."],
        [idle(schedule, size, { forward, backward: forward }), "A task that goes backward takes another time."],
      ],
    };
  })((_what, schedule, forward, backward) => idleShare(schedule as Task[][], forward, backward));

const HELD: [what: string, schedule: Schedule][] = [
  ["2 stages, GPipe's", gpipe(equal(2, 5))],
  ["3 stages, 1F1B", oneForwardOneBackward(equal(3, 5))],
  ["2 stages, microbatches in another order", passing],
];

/** Checks a function that gives the most microbatches whose activations each device holds at once. */
export const checkMostHeld = (held: (schedule: Task[][]) => number[], cases = HELD): Check =>
  checkByCases("What a device holds", cases, (what, schedule) => {
    const right = mostHeld(schedule);
    return {
      what,
      expected: right,
      slips: [
        [schedule.map((tasks) => tasks.length / 2), "Those are all microbatches: one that has gone backward is freed."],
        [schedule.map(() => 0), "At the end nothing is held: when is it most?"],
        [schedule.map((tasks) => tasks.length), "Those are tasks: a microbatch is held from its F to its B."],
        [Math.max(...right), "Give a number for each device."],
        [right.map((count) => count - 1), "The microbatch that is in the device's hands is held, too."],
      ],
    };
  })((_what, schedule) => held(schedule as Task[][]));
