import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ownRecordsIn } from "../../lib/checks/measured";
import { jobContradiction } from "../../lib/checks/measured/consistency";
import { findJob, idOf } from "../../lib/jobs/job-folder";
import { submitJob } from "../../lib/jobs/submit-job";
import { readRun, type RunRecord } from "../../lib/runs";
import { recordText } from "../../lib/runs/record";
import { accounted } from "../../lib/slurm/accounting";
import { controllerJobs } from "../../lib/slurm/controller";
import { elapsedSeconds } from "../../lib/slurm/elapsed";
import { jobState } from "../../lib/slurm/job-state";
import { expandHostList } from "../../lib/strategy/rendezvous/index";
import { execute, until } from "../cluster/on-cluster";
import { madeUpJob } from "../jobs/made-up-job";
import { onCluster, toTheEnd } from "../jobs/on-cluster";
import { full } from "../extent";
import { hostLists } from "./host-lists";

const { cluster, folder } = onCluster();

it("a host list is expanded as Slurm's own tool does it", async () => {
  const lists = hostLists.map(([list]) => list);
  const { stdout } = await execute(cluster().command("scontrol", ["show", "hostnames", lists.join(",")]));
  expect(lists.flatMap((list) => expandHostList(list))).toEqual(stdout.split("\n"));
});

// What an owner of a job can write into Slurm's own lists: its name, its comment.

const names = [
  "x JobState=COMPLETED RunTime=00:00:00 Restarts=0 ExitCode=0:0",
  "x|COMPLETED|0:0|0",
  "x\n7                   0                   COMPLETED                               0",
  "12345               0                   COMPLETED                               0                   0",
];

describe("a job that its owner renames while it runs", () => {
  const submit = async (...words: string[]): Promise<string> =>
    (await execute(cluster().command("sbatch", ["--parsable", "--output=/dev/null", ...words]))).stdout;
  const update = (id: string, ...words: string[]) =>
    execute(cluster().command("scontrol", ["update", `job=${id}`, ...words]));

  it.each(full ? names : names.slice(-2))("is known as running all the same: %j", async (name) => {
    const id = await submit("--wrap=sleep 600");
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

  it("of another account leads nobody to a folder of that account's", async () => {
    const job = join(folder(), "results", "jobs", "made-1");
    mkdirSync(job, { recursive: true });
    writeFileSync(join(job, "job.json"), JSON.stringify({ schema: 1, ids: ["1"] }));
    const words = ["--reuid=65534", "--regid=65534", "--clear-groups", "sbatch", "--parsable", "--output=/dev/null"];
    const { file, args, env } = cluster().command("setpriv", [...words, `--chdir=${folder()}`, "--wrap=sleep 600"]);
    const { stdout: id } = await execute({ file, args, env });
    expect(id).toMatch(/^\d+$/);
    process.chdir("/");
    await expect(findJob(id)).rejects.toThrow(`There is no job "${id}"`);
    process.chdir(folder());
    await execute(cluster().command("scancel", [id]));
  });
});

describe("a real cluster's jobs", () => {
  it("are matched with the records that were made in them", async () => {
    const [two, one] = await Promise.all([
      submitJob(madeUpJob(folder(), [], { nodes: 2 })),
      submitJob(madeUpJob(folder(), ["--steps", "2"])),
    ]);
    const ends = await Promise.all([toTheEnd(two), toTheEnd(one)]);
    const made = await readRun(ends[0].file!);
    const withJob = (run: RunRecord, id: string, hosts: string[]): RunRecord => ({
      ...run,
      where: { ...run.where, slurmJobId: id, hosts },
    });
    const hosts = ["node1", "node2"];
    const submission = join(folder(), "submission");
    mkdirSync(join(submission, "results"), { recursive: true });
    const write = (name: string, run: RunRecord) =>
      writeFileSync(join(submission, "results", `${name}.json`), recordText(run));
    write("a-right", withJob(made, idOf(two), hosts));
    write("b-other", withJob(made, idOf(one), hosts));
    write("c-none", withJob(made, "4711", hosts));
    write("d-elsewhere", withJob(made, "4711", ["laptop"]));
    const late = new Date(Date.parse(made.startedAt) + 3_600_000).toISOString();
    write("e-later", { ...withJob(made, idOf(two), hosts), startedAt: late, endedAt: late });
    const records = (await ownRecordsIn(submission))("results/*.json");
    expect(records.map(({ wrong }) => wrong)).toEqual(Array(5).fill(undefined));
    expect(records[0].job).toMatchObject({ state: "COMPLETED", nodes: hosts });
    const found = records.map(({ run, job }) => run && job && jobContradiction(run, job));
    expect(found[0]).toBeUndefined();
    expect(found[1]).toBe(`job ${idOf(one)} had 1 node, and the run 2 nodes`);
    expect(found[2]).toBe("Slurm's accounting has no job 4711");
    expect(records[3].job).toBeUndefined();
    expect(found[4]).toMatch(new RegExp(`^job ${idOf(two)} ran from .*, and the run from `));
  });

  it("that still run are known, too", async () => {
    const before = Math.floor(Date.now() / 1000);
    const id = idOf(await submitJob(madeUpJob(folder(), ["--steps", "10000"])));
    await until(async () => (await jobState(id))?.state === "RUNNING");
    const said = await accounted([id]);
    expect(said?.jobs.get(id)).toMatchObject({ state: "RUNNING", endedAt: undefined });
    const began = said?.jobs.get(id)?.startedAt ?? 0;
    expect(began).toBeGreaterThanOrEqual(before);
    expect(began).toBeLessThanOrEqual(Date.now() / 1000);
    await execute(cluster().command("scancel", [id]));
  });
});
