import { checkGoodput, checkReplay, checkYoung } from "../../../../solutions/10-thousand-nodes/exercises/failures";
import { simulateTraining } from "../../../../lib/failures";
import { exercise } from "../../../checks/exercise";
import { expectedGoodput, youngInterval } from "../../../../lib/failures/closed-forms";

export const exercises = [
  exercise<(checkpoint: number, nodeMtbf: number, nodes: number) => number>({
    cell: "10-thousand-nodes/test-young",
    check: checkYoung,
    right: (checkpointSeconds, nodeMtbf, nodes) =>
      youngInterval({ checkpointSeconds, jobMtbfSeconds: nodeMtbf / nodes }),
    wrong: {
      what: "rarer failures",
      answer: (checkpoint, nodeMtbf, nodes) => Math.sqrt(2 * checkpoint * nodeMtbf * nodes),
      says: /gets shorter/,
    },
  }),
  exercise<(interval: number, checkpoint: number, restart: number, mtbf: number) => number>({
    cell: "10-thousand-nodes/test-goodput",
    check: checkGoodput,
    right: (intervalSeconds, checkpointSeconds, restartSeconds, jobMtbfSeconds) =>
      expectedGoodput({ intervalSeconds, checkpointSeconds, restartSeconds, jobMtbfSeconds }),
    wrong: {
      what: "checkpoints as progress",
      answer: (interval, checkpoint, restart, mtbf) =>
        (interval + checkpoint) / (mtbf * Math.exp(restart / mtbf) * Math.expm1((interval + checkpoint) / mtbf)),
      says: /Only computing/,
    },
  }),
  exercise<(work: number, interval: number, checkpoint: number, restart: number, killsAt: number[]) => number>({
    cell: "10-thousand-nodes/test-replay",
    check: checkReplay,
    // The workbook's simulation, whose last stretch also ends with a checkpoint.
    right: (workSeconds, intervalSeconds, checkpointSeconds, restartSeconds, failuresAt) => {
      const scenario = { nodes: 1, workSeconds, intervalSeconds, checkpointSeconds, restartSeconds, failuresAt };
      return simulateTraining(scenario).totalSeconds - checkpointSeconds;
    },
    wrong: {
      what: "kills during a restart ignored",
      answer: (work, interval, checkpoint, restart, killsAt) => {
        let [now, saved] = [0, 0];
        while (saved < work) {
          const part = Math.min(interval, work - saved);
          const end = now + part + (saved + part < work ? checkpoint : 0);
          const kill = killsAt.find((at) => at >= now && at < end);
          [now, saved] = kill === undefined ? [end, saved + part] : [kill + restart, saved];
        }
        return now;
      },
      says: /begins the restart anew/,
    },
  }),
];
