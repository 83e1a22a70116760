import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { collect } from "../../lib/jobs/collect";
import { jobSchema, type Job } from "../../lib/jobs/job";
import { findJob, submittedJobs, writeJob } from "../../lib/jobs/job-folder";
import { jobScriptForSite } from "../../lib/jobs/submit-job";
import { exampleRun } from "../../lib/runs";
import { inOwnFolder } from "../own-folder";
import { madeUpJob } from "./made-up-job";

const at = inOwnFolder("job");

it("keeps every field of a job, and a new field is to be added here, too", async () => {
  const { folder } = at;
  const job: Required<Job> = {
    ...{ name: "a-job", title: "A job", program: "train", arguments: ["--epochs", "2"], dataset: "synthetic" },
    ...{ preset: "quick", nodes: 2, gpusPerNode: 1, cpusPerNode: 4, memory: 8, minutes: 5 },
    ...{ exclude: "node1", restarts: 1, once: true, claimed: true, checkpointEvery: "auto:6300" },
  };
  expect(Object.keys(jobSchema.shape).sort()).toEqual(Object.keys(job).sort());
  await writeJob({ schema: 1, folder, ids: ["12"], job, output: "" }, "#!/bin/bash\n");
  expect((await findJob(folder)).job).toEqual(job);
});

it.each([
  { checkpointEvery: "5; touch x #" },
  { title: "a title\ntouch x" },
  { name: "cpu\nid >/root/pwned\n#" },
  { name: "cpu --uid=0" },
  { name: "../../cpu" },
  { name: "%x" },
  { exclude: "node1\n#SBATCH --wrap=id" },
  { exclude: "node1 --uid=0" },
  { preset: "quick; id" },
  { nodes: "1\nid" },
])("has no words that would be commands in its script, whoever made it: %j", async (change) => {
  const job = { ...madeUpJob(at.folder), ...change } as Job;
  expect(() => jobScriptForSite(job)).toThrow(/^This is no job for a script: [^\p{Cc}]*\.$/u);
  await writeJob({ schema: 1, folder: at.folder, ids: ["12"], job, output: "" }, "");
  await expect(findJob(at.folder)).rejects.toThrow(
    /job\.json does not describe a job \(job\.\w+: .*\): submit it anew\.$/,
  );
});

it.each(["12; id", "12;--uid=0", "", "1,2", "12;"])("has no id %j, with which it would be cancelled", async (id) => {
  const job = madeUpJob(at.folder);
  await writeJob({ schema: 1, folder: at.folder, ids: [id], job, output: "" }, "");
  await expect(findJob(at.folder)).rejects.toThrow("it is no id of a job");
});

it.each([
  ["results/mine.json", true],
  [".bashrc", false],
  ["../elsewhere.json", false],
  ["results/../../elsewhere.json", false],
  ["results/mine", false],
])("believes of its description where its record goes: %s: %s", async (record, is) => {
  const folder = resolve("results", "jobs", "made-up-12");
  await writeJob(
    { schema: 1, folder, ids: ["12"], job: madeUpJob(at.folder), record: resolve(record), output: "" },
    "",
  );
  expect((await findJob("12")).record).toBe(is ? resolve(record) : undefined);
});

it.each([{ program: "../.." }, { id: "../../.ssh/authorized_keys" }, { id: "a/../../x" }, { id: "\u001b[2J" }])(
  "has a record that leads nowhere else: %j",
  async ({ program, id }) => {
    const run = exampleRun({ epochSeconds: [1], batches: [8] });
    if (program !== undefined) run.configuration.program = program;
    const folder = resolve("results", "jobs", "made-up-12");
    const job = { schema: 1 as const, folder, ids: ["12"], job: madeUpJob(at.folder), output: "" };
    const status = { job, run: { ...run, ...(id === undefined ? {} : { id }) }, journal: [] };
    await expect(collect(status)).rejects.toThrow(/^The run's record names the program .*: no such file is written\.$/);
  },
);

it("leaves out what others have put beside the jobs of a folder", async () => {
  const folder = (name: string) => resolve("results", "jobs", name);
  const described = { schema: 1 as const, ids: ["12"], job: madeUpJob(at.folder), output: "" };
  await writeJob({ ...described, folder: folder("made-up-12") }, "");
  for (const name of ["pipe-12", "link-12", "broken-12", "large-12"]) mkdirSync(folder(name));
  execFileSync("mkfifo", [join(folder("pipe-12"), "job.json")]);
  symlinkSync(join(folder("made-up-12"), "job.json"), join(folder("link-12"), "job.json"));
  writeFileSync(join(folder("broken-12"), "job.json"), "{}");
  writeFileSync(join(folder("large-12"), "job.json"), Buffer.alloc(1e6 + 1, " "));
  expect((await submittedJobs()).map((job) => job.folder)).toEqual([folder("made-up-12")]);
});
