import { checkGoodput, checkReplay, checkYoung } from "../../../lib/checks";
import { expectedGoodput, simulateTraining, youngInterval } from "../../../lib/failures";
import { exercise } from "../exercise";

type Replay = (work: number, interval: number, checkpoint: number, restart: number, killsAt: number[]) => number;

/** A replay with a part left out. */
const replayBut =
  (but: { keeps?: boolean; restarts?: boolean; again?: boolean; lastSaves?: boolean; savesAtOnce?: boolean }): Replay =>
  (work, interval, checkpoint, restart, killsAt) => {
    const { keeps = false, restarts = true, again = true, lastSaves = false, savesAtOnce = false } = but;
    const kills = [...killsAt];
    let [now, saved] = [0, 0];
    for (;;) {
      const part = Math.min(interval, work - saved);
      const isLast = saved + part >= work;
      const saving = isLast && !lastSaves ? 0 : checkpoint;
      const end = now + part + saving;
      while (kills.length > 0 && kills[0] < now) kills.shift();
      if (kills.length === 0 || kills[0] >= (savesAtOnce ? now + part : end)) {
        [now, saved] = [end, saved + part];
        if (isLast) return now;
        continue;
      }
      const kill = kills.shift()!;
      if (keeps) saved += kill - now;
      now = kill + (restarts ? restart : 0);
      while (again && kills.length > 0 && kills[0] < now) now = kills.shift()! + restart;
    }
  };

export const exercises = [
  exercise<(checkpoint: number, nodeMtbf: number, nodes: number) => number>({
    what: "Young's interval",
    cell: "10-thousand-nodes/test-young",
    check: checkYoung,
    right: [
      (checkpoint, nodeMtbf, nodes) => Math.sqrt((2 * checkpoint * nodeMtbf) / nodes),
      (checkpointSeconds, nodeMtbf, nodes) => youngInterval({ checkpointSeconds, jobMtbfSeconds: nodeMtbf / nodes }),
    ],
    wrong: [
      {
        what: "one node",
        answer: (checkpoint, nodeMtbf) => Math.sqrt(2 * checkpoint * nodeMtbf),
        says: /n times as often/,
      },
      { what: "no root", answer: (checkpoint, nodeMtbf, nodes) => (2 * checkpoint * nodeMtbf) / nodes, says: /root/ },
      {
        what: "no 2",
        answer: (checkpoint, nodeMtbf, nodes) => Math.sqrt((checkpoint * nodeMtbf) / nodes),
        says: /The 2/,
      },
      {
        what: "rarer failures",
        answer: (checkpoint, nodeMtbf, nodes) => Math.sqrt(2 * checkpoint * nodeMtbf * nodes),
        says: /gets shorter/,
      },
    ],
  }),
  exercise<(interval: number, checkpoint: number, restart: number, mtbf: number) => number>({
    what: "the expected goodput",
    cell: "10-thousand-nodes/test-goodput",
    check: checkGoodput,
    right: [
      (interval, checkpoint, restart, mtbf) =>
        interval / (mtbf * Math.exp(restart / mtbf) * (Math.exp((interval + checkpoint) / mtbf) - 1)),
      (intervalSeconds, checkpointSeconds, restartSeconds, jobMtbfSeconds) =>
        expectedGoodput({ intervalSeconds, checkpointSeconds, restartSeconds, jobMtbfSeconds }),
    ],
    wrong: [
      {
        what: "no checkpoint",
        answer: (interval, _, restart, mtbf) =>
          interval / (mtbf * Math.exp(restart / mtbf) * Math.expm1(interval / mtbf)),
        says: /also has its checkpoint/,
      },
      {
        what: "no restart",
        answer: (interval, checkpoint, _, mtbf) => interval / (mtbf * Math.expm1((interval + checkpoint) / mtbf)),
        says: /starts again/,
      },
      {
        what: "checkpoints as progress",
        answer: (interval, checkpoint, restart, mtbf) =>
          (interval + checkpoint) / (mtbf * Math.exp(restart / mtbf) * Math.expm1((interval + checkpoint) / mtbf)),
        says: /Only computing/,
      },
      {
        what: "the inverse",
        answer: (interval, checkpoint, restart, mtbf) =>
          (mtbf * Math.exp(restart / mtbf) * Math.expm1((interval + checkpoint) / mtbf)) / interval,
        says: /other way round/,
      },
    ],
  }),
  exercise<Replay>({
    what: "a replay of kills",
    cell: "10-thousand-nodes/test-replay",
    check: checkReplay,
    right: [
      replayBut({}),
      // The workbook's simulation, whose last stretch also ends with a checkpoint.
      (workSeconds, intervalSeconds, checkpointSeconds, restartSeconds, failuresAt) => {
        const scenario = { nodes: 1, workSeconds, intervalSeconds, checkpointSeconds, restartSeconds, failuresAt };
        return simulateTraining(scenario).totalSeconds - checkpointSeconds;
      },
    ],
    wrong: [
      { what: "nothing lost", answer: replayBut({ keeps: true }), says: /undoes what was computed/ },
      { what: "no restart", answer: replayBut({ restarts: false, again: false }), says: /a restart takes its time/ },
      { what: "kills during a restart ignored", answer: replayBut({ again: false }), says: /begins the restart anew/ },
      { what: "a checkpoint at the end", answer: replayBut({ lastSaves: true }), says: /needs no checkpoint/ },
      { what: "half checkpoints", answer: replayBut({ savesAtOnce: true }), says: /before its end is none/ },
    ],
  }),
];
