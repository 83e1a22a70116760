import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { ownRecordsIn } from "../../lib/checks";
import { jobContradiction } from "../../lib/checks/measured/consistency";
import { idOf } from "../../lib/jobs/job-folder";
import { accounted, readAccounting } from "../../lib/slurm/accounting";
import { submitJob } from "../../lib/jobs/submit-job";
import { readRun, type RunRecord } from "../../lib/runs";
import { recordText } from "../../lib/runs/record";
import { temporaryFolder } from "../temporary";
import { madeUpJob } from "../jobs/made-up-job";
import { onCluster, toTheEnd } from "../jobs/on-cluster";

describe("what sacct has written down of jobs", () => {
  it("is read with all tries of a job", () => {
    const jobs = readAccounting(
      "12|REQUEUED|100|110|node1\n12|COMPLETED|120|190|node[2-3]\n13|RUNNING|150|Unknown|gpu1\n" +
        "12.0|COMPLETED|120|190|node2\n14|PENDING|Unknown|Unknown|None assigned\n15|CANCELLED by 0|5|6|node1\n\n",
    );
    expect([...jobs]).toEqual([
      ["12", { state: "COMPLETED", startedAt: 100, endedAt: 190, nodes: ["node1", "node2", "node3"] }],
      ["13", { state: "RUNNING", startedAt: 150, endedAt: undefined, nodes: ["gpu1"] }],
      ["14", { state: "PENDING", startedAt: undefined, endedAt: undefined, nodes: [] }],
      ["15", { state: "CANCELLED", startedAt: 5, endedAt: 6, nodes: ["node1"] }],
    ]);
  });

  it("is not asked for without jobs, nor where there is no Slurm", async () => {
    expect(await accounted([])).toBeUndefined();
    expect(await accounted(["; rm", "1_2", "-1"])).toBeUndefined();
    vi.stubEnv("PATH", "/nowhere");
    vi.stubEnv("WORKBOOK_CLUSTER", "no-such-cluster");
    expect(await accounted(["12"])).toBeUndefined();
    vi.unstubAllEnvs();
  });

  it("says nothing where Slurm does not answer", async () => {
    const programs = temporaryFolder("silent-slurm");
    for (const name of ["sacct", "squeue", "scontrol", "sinfo"])
      writeFileSync(join(programs, name), "#!/bin/sh\nexec sleep 20\n", { mode: 0o755 });
    vi.stubEnv("PATH", `${programs}:${process.env.PATH}`);
    vi.stubEnv("WORKBOOK_CLUSTER", "no-such-cluster");
    const before = performance.now();
    expect(await accounted(["12"], 0.5)).toBeUndefined();
    expect(performance.now() - before).toBeLessThan(15_000); // one command alone takes longer
    vi.unstubAllEnvs();
  });
});

describe("a real cluster's jobs", () => {
  const { folder } = onCluster();

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
    const job = await submitJob(madeUpJob(folder(), ["--steps", "20"]));
    let asked = false;
    await toTheEnd(job, async ({ state }) => {
      if (state?.state !== "RUNNING" || asked) return;
      asked = true;
      const said = await accounted([idOf(job)]);
      expect(said?.jobs.get(idOf(job))).toMatchObject({ state: "RUNNING", endedAt: undefined });
      const began = said?.jobs.get(idOf(job))?.startedAt ?? 0;
      expect(Math.abs(Date.now() / 1000 - began)).toBeLessThan(30);
    });
    expect(asked).toBe(true);
  });
});
