import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { checkpointOf, findJob, idOf } from "../../lib/jobs/job-folder";
import { cancelJob, submitJob } from "../../lib/jobs/submit-job";
import { readRun } from "../../lib/runs/record";
import { madeUpJob } from "./made-up-job";
import { onCluster, toTheEnd } from "./on-cluster";

const { cluster, folder } = onCluster();

it("runs on its nodes, is followed by its steps, and its record is collected", async () => {
  const job = await submitJob(madeUpJob(folder(), ["--steps", "20"], { nodes: 2 }));
  expect(job.folder).toBe(join(folder(), "results", "jobs", `made-up-${idOf(job)}`));
  const { done, message, file, lines } = await toTheEnd(job);
  expect(done).toBe(true);
  expect(message).toBe(`Job ${idOf(job)} is done.`);
  expect(lines).toContainEqual(
    expect.stringMatching(/^job \d+ on node\[1-2\]: epoch 1\/1 {2}step \d+\/\d+ {2}loss 2\.\d+/),
  );
  expect((await readRun(file ?? "")).outcome).toBe("completed");
  expect(file?.startsWith(join(folder(), "results", "example"))).toBe(true);
  expect(await findJob(idOf(job))).toEqual(job);
  expect(readFileSync(join(job.folder, "journal.txt"), "utf8")).toMatch(
    / started 0 node\[1-2\]\n.* ended 0 completed\n$/,
  );
});

it("submitted from inside another job, as a notebook on a cluster is, takes nothing from that one", async () => {
  for (const [name, value] of Object.entries({
    ...{
      SLURM_JOB_ID: "99",
      SLURM_NTASKS: "7",
      SLURM_MEM_PER_CPU: "999999",
      SLURM_CPUS_PER_TASK: "9",
      SLURM_PROCID: "3",
    },
    ...{ SBATCH_PARTITION: "nope", TF_CONFIG: "{}", WORKBOOK_RECORD: "elsewhere.json" },
  })) {
    vi.stubEnv(name, value);
  }
  const job = await submitJob(madeUpJob(folder(), ["--steps", "30"]));
  vi.unstubAllEnvs();
  const { done, lines } = await toTheEnd(job);
  expect(done).toBe(true);
  expect(lines.join()).toMatch(/epoch 1\/1/);
});

it("is refused in Slurm's own words, with the remedy, and before that where the cluster cannot run it", async () => {
  const refused = (changes: object) => expect(submitJob(madeUpJob(folder(), [], changes))).rejects;
  await refused({ nodes: 3 }).toThrow("--nodes is 3, but partition main has 2 for a job: take at most that many.");
  await refused({ nodes: 2, exclude: "node1" }).toThrow("partition main has 1 for a job without node1");
  await refused({ cpusPerNode: 5 }).toThrow("--cpus-per-node is 5, but nodes have at most 4 cores in partition main.");
  await refused({ gpusPerNode: 9 }).toThrow("--gpus-per-node is 9, but nodes have at most 4 GPUs");
  await refused({ minutes: 10_000 }).toThrow("--time is 6-22:40:00, but partition main gives at most 1-00:00:00.");
});

it("is refused by Slurm itself for an account, a QOS or a partition that may not be used", async () => {
  const refused = async (site: object, message: string) => {
    const file = join(folder(), "site.json");
    writeFileSync(file, JSON.stringify(site));
    vi.stubEnv("WORKBOOK_SITE", file);
    await expect(submitJob(madeUpJob(folder()))).rejects.toThrow(message);
    vi.unstubAllEnvs();
  };
  await refused(
    { account: "nobody" },
    "Slurm refused sbatch: Invalid account or account/partition combination specified. Name an account that you may use",
  );
  await refused({ qos: { cpu: "golden" } }, "Slurm refused sbatch: Invalid qos specification. Name a QOS that");
  await refused({ partition: { cpu: "secret" } }, 'There is no partition "secret": name one of main, short');
  await refused({ container: { image: "$HOME/none.sif" } }, "/none.sif, which does not exist: build it by");
  await refused({ sbatch: ["--reservation=never"] }, "Slurm refused sbatch: Requested reservation is invalid.");
});

it("cancelled, keeps its record and names its checkpoint, from which another goes on", async () => {
  const job = await submitJob(madeUpJob(folder(), ["--steps", "100"]));
  let cancelled = false;
  const { done, message, file, run } = await toTheEnd(job, async ({ run }) => {
    if (cancelled || (run?.epochs.at(0)?.steps.end.length ?? 0) < 3) return;
    cancelled = true;
    await cancelJob(job);
  });
  expect(done).toBe(false);
  expect(message).toMatch(
    /^Job \d+ was cancelled \(CANCELLED\)\. Its checkpoint is .*step-\d+: `.*submit --resume \d+` goes on/,
  );
  expect(run?.outcome).toBe("interrupted");
  expect(existsSync(file ?? "")).toBe(true);
  const again = await submitJob(
    { ...job.job, arguments: madeUpJob(folder()).arguments },
    { resume: await findJob(idOf(job)) },
  );
  expect(again.folder).toBe(job.folder);
  const resumed = await toTheEnd(again);
  expect(resumed.done).toBe(true);
  expect(resumed.run?.resumedFrom).toHaveLength(1);
});

it("that fails says the program's reason; wrong arguments are not tried again", async () => {
  const failed = await toTheEnd(await submitJob(madeUpJob(folder(), ["--crash-at", "2"])));
  expect(failed.message).toMatch(
    /failed \(FAILED, exit status 1\): .*crashed at step 2 of try 0\. What it printed is in/,
  );
  expect(failed.run?.outcome).toBe("failed");
  const wrong = await toTheEnd(await submitJob(madeUpJob(folder(), ["--wrong"], { restarts: 2 })));
  expect(wrong.message).toMatch(
    /was refused by its program: --device is "tpu": give one of cpu, gpu\. Correct what stands/,
  );
  expect(wrong.last.state?.restarts).toBe(0);
});

it("that runs out of memory is a finding, and not tried again", async () => {
  const { done, message, last } = await toTheEnd(
    await submitJob(madeUpJob(folder(), ["--out-of-memory-at", "2"], { restarts: 2 })),
  );
  expect(done).toBe(true);
  expect(message).toMatch(/ran out of memory: .* a batch size of 16 should fit\./);
  expect(last.state?.restarts).toBe(0);
});

it("starts again from its checkpoint when it crashes, so often and no more", async () => {
  const job = await submitJob(madeUpJob(folder(), ["--steps", "4", "--crash-at", "4"], { restarts: 1 }));
  const { done, last, run } = await toTheEnd(job);
  // The second try goes on after the step that crashed.
  expect(last.state?.restarts).toBe(1);
  expect(done).toBe(true);
  expect(run?.resumedFrom).toEqual([{ epoch: 1, step: 4 }]);
  expect(await checkpointOf(job.folder)).toMatch(/step-00000004$/);
});

it("starts again by itself when its node dies", async () => {
  const job = await submitJob(madeUpJob(folder(), ["--steps", "60"], { restarts: 2 }));
  let killed = 0;
  const { done, last, run } = await toTheEnd(job, async ({ state, run }) => {
    if (killed || (run?.epochs.at(0)?.steps.end.length ?? 0) < 3) return;
    killed = Number(state?.nodes.replace("node", ""));
    await cluster().killNode(killed);
  });
  expect(last.state?.restarts).toBe(1);
  expect(done).toBe(true);
  expect(run?.resumedFrom).toHaveLength(1);
  await cluster().reviveNode(killed);
});
