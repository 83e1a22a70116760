import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { accounted } from "../../lib/slurm/accounting";
import { controllerJobs } from "../../lib/slurm/controller";
import { elapsedSeconds } from "../../lib/slurm/elapsed";
import { jobState } from "../../lib/slurm/job-state";
import { findJob } from "../../lib/jobs/job-folder";
import { execute, until } from "../cluster/on-cluster";
import { onCluster } from "../jobs/on-cluster";
import { full } from "../extent";

// What an owner of a job can write into Slurm's own lists: its name, its comment.

const names = [
  "x JobState=COMPLETED RunTime=00:00:00 Restarts=0 ExitCode=0:0",
  "x|COMPLETED|0:0|0",
  "x\n7                   0                   COMPLETED                               0",
  "12345               0                   COMPLETED                               0                   0",
];

describe("a job that its owner renames while it runs", () => {
  const { cluster, folder } = onCluster();
  const submit = async (...words: string[]): Promise<string> =>
    (await execute(cluster().command("sbatch", ["--parsable", "--output=/dev/null", ...words]))).stdout;
  const update = (id: string, ...words: string[]) =>
    execute(cluster().command("scontrol", ["update", `job=${id}`, ...words]));

  it.each(full ? names : names.slice(-2))("is known as running all the same: %j", async (name) => {
    const id = await submit("--wrap=sleep 60");
    await until(async () => (await jobState(id))?.state === "RUNNING");
    expect((await update(id, `name=${name}`, `comment=${name}`)).exitCode).toBe(0);
    expect(await jobState(id)).toMatchObject({ state: "RUNNING", exitCode: 0, restarts: 0 });
    await until(async () => ((await elapsedSeconds(id)) ?? 0) >= 1);
    expect((await accounted([id]))?.jobs.get(id)).toMatchObject({ state: "RUNNING", endedAt: undefined });
    expect((await controllerJobs({}))?.map((job) => job.id)).not.toContain("12345");
    const status = await cluster().status();
    expect(status.jobs.filter((job) => job.id === id).map(({ state }) => state)).toEqual(["RUNNING"]);
    await execute(cluster().command("scancel", [id]));
    await until(async () => (await jobState(id))?.state === "CANCELLED");
    expect((await accounted([id]))?.jobs.get(id)).toMatchObject({ state: "CANCELLED" });
  });

  it("is found by its name for its own account only", async () => {
    const name = `named-${process.pid}`;
    const id = await submit(`--job-name=${name}`, "--wrap=sleep 60");
    expect((await controllerJobs({ name, uid: process.getuid?.() }))?.map((job) => job.id)).toEqual([id]);
    expect(await controllerJobs({ name, uid: 65534 })).toEqual([]);
    expect(await controllerJobs({ ids: [id], name: "another" })).toEqual([]);
    await execute(cluster().command("scancel", [id]));
  });

  it("of another account leads nobody to a folder of that account's", async () => {
    const job = join(folder(), "results", "jobs", "made-1");
    mkdirSync(job, { recursive: true });
    writeFileSync(join(job, "job.json"), JSON.stringify({ schema: 1, ids: ["1"] }));
    const words = ["--reuid=65534", "--regid=65534", "--clear-groups", "sbatch", "--parsable", "--output=/dev/null"];
    const { file, args, env } = cluster().command("setpriv", [...words, `--chdir=${folder()}`, "--wrap=sleep 60"]);
    const { stdout: id } = await execute({ file, args, env });
    expect(id).toMatch(/^\d+$/);
    process.chdir("/");
    await expect(findJob(id)).rejects.toThrow(`There is no job "${id}"`);
    process.chdir(folder());
    await execute(cluster().command("scancel", [id]));
  });
});
