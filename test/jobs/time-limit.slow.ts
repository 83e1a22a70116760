import { expect, it } from "vitest";
import { idOf } from "../../lib/jobs/job-folder";
import { submitJob } from "../../lib/jobs/submit-job";
import { madeUpJob } from "./made-up-job";
import { onCluster, toTheEnd } from "./on-cluster";

// Slurm gives a job at least a minute, and may give its warning up to a minute early.
const { folder } = onCluster();

it("ends with a checkpoint before its time limit, on all nodes, and with --requeue goes on by itself", async () => {
  const endless = ["--steps", "10000"];
  const [once, again, deaf] = await Promise.all([
    submitJob(madeUpJob(folder(), endless, { minutes: 1, nodes: 2 })),
    submitJob(madeUpJob(folder(), ["--steps", "500"], { minutes: 1, restarts: 9 })),
    submitJob(madeUpJob(folder(), [...endless, "--deaf"], { minutes: 1 })),
  ]);
  const ends = await Promise.all([toTheEnd(once), toTheEnd(again), toTheEnd(deaf)]);
  expect(ends[0].message).toMatch(
    /came to its time limit of 00:01:00 \(it stopped itself in time\)\. Ask for more .* checkpoint is .*step-/,
  );
  expect(ends[0].run).toMatchObject({ outcome: "interrupted", reason: "Ended by SIGTERM." });
  expect(ends[1].last.state?.restarts).toBeGreaterThan(0);
  expect(ends[1].message).toBe(`Job ${idOf(again)} is done.`);
  expect(ends[2].message).toMatch(/came to its time limit of 00:01:00 \(TIMEOUT\)\. .* checkpoint is .*step-/);
  expect(ends[2].run?.outcome).toBe("interrupted");
});
