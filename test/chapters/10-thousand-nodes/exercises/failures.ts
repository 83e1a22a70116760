import { checkGoodput, checkReplay, checkYoung } from "../../../../solutions/10-thousand-nodes/exercises/failures";
import { simulateTraining } from "../../../../lib/failures";
import { exercise, slip } from "../../../checks/exercise";
import { expectedGoodput, youngInterval } from "../../../../lib/failures/closed-forms";

export const exercises = [
  exercise("10-thousand-nodes/test-young", checkYoung, {
    right: (checkpointSeconds, nodeMtbf, nodes) =>
      youngInterval({ checkpointSeconds, jobMtbfSeconds: nodeMtbf / nodes }),
    wrong: slip("rarer failures", /gets shorter/, (checkpoint, nodeMtbf, nodes) =>
      Math.sqrt(2 * checkpoint * nodeMtbf * nodes),
    ),
  }),
  exercise("10-thousand-nodes/test-goodput", checkGoodput, {
    right: (intervalSeconds, checkpointSeconds, restartSeconds, jobMtbfSeconds) =>
      expectedGoodput({ intervalSeconds, checkpointSeconds, restartSeconds, jobMtbfSeconds }),
    wrong: slip(
      "checkpoints as progress",
      /Only computing/,
      (interval, checkpoint, restart, mtbf) =>
        (interval + checkpoint) / (mtbf * Math.exp(restart / mtbf) * Math.expm1((interval + checkpoint) / mtbf)),
    ),
  }),
  exercise("10-thousand-nodes/test-replay", checkReplay, {
    // The workbook's simulation, whose last stretch also ends with a checkpoint.
    right: (workSeconds, intervalSeconds, checkpointSeconds, restartSeconds, failuresAt) => {
      const scenario = { nodes: 1, workSeconds, intervalSeconds, checkpointSeconds, restartSeconds, failuresAt };
      return simulateTraining(scenario).totalSeconds - checkpointSeconds;
    },
    wrong: slip(
      "kills during a restart ignored",
      /begins the restart anew/,
      (work, interval, checkpoint, restart, killsAt) => {
        let [now, saved] = [0, 0];
        while (saved < work) {
          const part = Math.min(interval, work - saved);
          const end = now + part + (saved + part < work ? checkpoint : 0);
          const kill = killsAt.find((at) => at >= now && at < end);
          [now, saved] = kill === undefined ? [end, saved + part] : [kill + restart, saved];
        }
        return now;
      },
    ),
  }),
];
