import { join } from "node:path";
import { expect, it } from "vitest";
import { trainAndKill } from "../../bench/failures/on-cluster";
import { trainingOf } from "../../bench/failures/training";
import { goodputToLastStep, measuredCosts, measuredGoodput, simulateTraining } from "../../lib/failures";
import { stepEnds } from "../../lib/failures/measured";
import { all } from "../extent";
import { withCluster } from "../cluster/on-cluster";
import { temporaryFolder } from "../temporary";

const folder = temporaryFolder("killed-nodes");
const cluster = withCluster({ nodes: 3, rate: "none" });

it.runIf(all)("a training whose nodes are killed takes what its simulation says", async () => {
  // Of some milliseconds each: so many that some are left when a busy machine finds out that it is time to kill.
  const [every, steps] = [10, 1000];
  const job = await trainingOf({ nodes: 2, model: "tinyefficientnet" }, every, steps);
  // Not the node that holds the job's script: Slurm notices its loss later, and the simulation's restarts all take equally long.
  const kills = [1, 1].map((which) => ({ at: "whole" as const, which }));
  const options = { every, kills, repairSeconds: 15, folder: join(folder, "job"), say: () => undefined };
  const training = await trainAndKill(cluster(), job, options);
  expect(training.killsAt).toHaveLength(kills.length);
  expect(stepEnds(training.run)).toHaveLength(steps);
  expect(training.run.resumedFrom?.length).toBe(training.killsAt.length);
  const { stepSeconds, checkpointSeconds, restarts } = measuredCosts(training, every);
  const { goodput } = measuredGoodput(training, stepSeconds);
  const simulated = simulateTraining({
    ...{ nodes: 2, failuresAt: training.killsAt, checkpointSeconds },
    restartSeconds: restarts.reduce((sum, each) => sum + each, 0) / restarts.length,
    ...{ intervalSeconds: every * stepSeconds, workSeconds: steps * stepSeconds },
  });
  // The costs are of this training: on a machine of any speed the parts add up, but for the steps' noise.
  expect(goodputToLastStep(simulated, checkpointSeconds) / goodput).toBeGreaterThan(0.8);
  expect(goodputToLastStep(simulated, checkpointSeconds) / goodput).toBeLessThan(1.25);
});
