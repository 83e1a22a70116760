import { checkByCases } from "../../../lib/checks/check";

/** Seconds of a checkpoint, mean seconds between the failures of one node, and nodes. */
const YOUNG: [checkpoint: number, nodeMtbf: number, nodes: number][] = [
  [60, 157_680_000, 1024],
  [0.25, 120, 2],
  [10, 86_400, 1],
];

/** Checks Young's interval between checkpoints. */
export const checkYoung = checkByCases("How often to save", YOUNG, (checkpoint, nodeMtbf, nodes) => ({
  what: `${checkpoint} s a checkpoint, ${nodes} nodes that fail every ${nodeMtbf} s each`,
  expected: Math.sqrt((2 * checkpoint * nodeMtbf) / nodes),
  unit: "s",
  slips: [
    [Math.sqrt(2 * checkpoint * nodeMtbf), "With n nodes something fails n times as often."],
    [
      Math.sqrt(2 * checkpoint * nodeMtbf * nodes),
      "More nodes fail more often: the time between failures gets shorter.",
    ],
    [Math.sqrt((checkpoint * nodeMtbf) / nodes), "The 2 is missing: a failure costs half of an interval on average."],
    [(2 * checkpoint * nodeMtbf) / nodes, "Take the square root."],
  ],
}));

/** Seconds of an interval, a checkpoint and a restart, and mean seconds between failures of the job. */
const GOODPUTS: [interval: number, checkpoint: number, restart: number, mtbf: number][] = [
  [600, 60, 300, 10_000],
  [5, 0.25, 5, 15],
  [3600, 30, 0, 86_400],
];

/** Checks the expected goodput of a long training. */
export const checkGoodput = checkByCases("How often to save", GOODPUTS, (interval, checkpoint, restart, mtbf) => {
  const by = (computing: number, saving: number, starting: number): number =>
    computing / (mtbf * Math.exp(starting / mtbf) * (Math.exp((computing + saving) / mtbf) - 1));
  return {
    what: `${interval} s of computing, ${checkpoint} s a checkpoint, ${restart} s a restart, a failure every ${mtbf} s`,
    expected: by(interval, checkpoint, restart),
    slips: [
      [by(interval, 0, restart), "A stretch also has its checkpoint, which can fail."],
      [by(interval, checkpoint, 0), "After each failure the training starts again, which takes its time."],
      [
        1 / by(interval, checkpoint, restart),
        "This is the time for each second of progress: divide the other way round.",
      ],
      [
        (interval + checkpoint) / (mtbf * Math.exp(restart / mtbf) * (Math.exp((interval + checkpoint) / mtbf) - 1)),
        "Only computing is progress: a checkpoint is none.",
      ],
      [100 * by(interval, checkpoint, restart), "Give a share, not percent."],
      [
        interval / (mtbf * Math.exp(restart / mtbf) * Math.exp((interval + checkpoint) / mtbf)),
        "In the second fact, 1 is subtracted from the exponential.",
      ],
    ],
  };
});

/** Seconds of work, an interval, a checkpoint and a restart, and the moments of kills. */
const REPLAYS: [work: number, interval: number, checkpoint: number, restart: number, killsAt: number[]][] = [
  [100, 30, 2, 10, []],
  [100, 30, 2, 10, [50]],
  [100, 30, 2, 10, [31]],
  [100, 30, 2, 10, [50, 55]],
  [60, 20, 1, 5, [10, 30, 300]],
  [40, 20, 2, 5, [22]],
  [12.6, 4.2, 0.35, 2.25, [1.7, 3.3, 9.45]],
];

/** What a replay can get wrong. */
type Wrong = "keeps" | "no checkpoints" | "no restart" | "restart stands" | "saves at once" | "last checkpoint";

function replayed([work, interval, checkpoint, restart, killsAt]: (typeof REPLAYS)[number], wrong?: Wrong): number {
  let [now, saved] = [0, 0];
  const between = (from: number, to: number): number | undefined => killsAt.find((kill) => kill >= from && kill < to);
  for (;;) {
    const part = wrong === "no checkpoints" && killsAt.length > 0 ? work - saved : Math.min(interval, work - saved);
    const isLast = saved + part >= work;
    const end = now + part + (isLast && wrong !== "last checkpoint" ? 0 : checkpoint);
    const kill = between(now, wrong === "saves at once" && !isLast ? now + part : end);
    if (kill === undefined) {
      [now, saved] = [end, saved + part];
      if (isLast) return now;
      continue;
    }
    if (wrong === "keeps") saved += kill - now;
    now = kill;
    if (wrong === "no restart") {
      now += 1e-9; // the same kill must not come again
      continue;
    }
    for (let again: number | undefined = kill; again !== undefined;) {
      now = again + restart;
      again = wrong === "restart stands" ? undefined : between(again + 1e-9, now);
    }
  }
}

/** Checks a simulation of a training with given kills. */
export const checkReplay = checkByCases("Simulate it yourself", REPLAYS, (...training) => {
  const [work, interval, checkpoint, restart, killsAt] = training;
  const hints: [Wrong, string][] = [
    ["keeps", "A kill undoes what was computed since the last complete checkpoint."],
    ["no checkpoints", "A killed training goes on from its last checkpoint, not from the beginning."],
    ["no restart", "After each kill a restart takes its time."],
    ["restart stands", "A kill during a restart begins the restart anew."],
    ["saves at once", "A checkpoint that is killed before its end is none."],
    ["last checkpoint", "The last stretch ends the training: it needs no checkpoint."],
  ];
  const kills = killsAt.length === 0 ? "no kill" : `kills at ${killsAt.join(", ")} s`;
  return {
    what: `${work} s of work, ${interval} s of computing, checkpoints of ${checkpoint} s, restarts of ${restart} s, ${kills}`,
    expected: replayed(training),
    unit: "s",
    slips: hints.map(([wrong, hint]) => [replayed(training, wrong), hint]),
  };
});
