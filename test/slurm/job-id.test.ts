import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { cancelJob } from "../../lib/jobs/submit-job";
import { jobIdIn } from "../../lib/slurm/job-id";
import { jobState } from "../../lib/slurm/job-state";
import { madeUpJob } from "../jobs/made-up-job";
import { temporaryFolder } from "../temporary";

/** Puts programs in the place of Slurm's, which say what a site's say. */
function site(programs: Record<string, string>): string {
  const folder = temporaryFolder("site");
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/bash\ncd ${folder}\n${script}\n`, { mode: 0o755 });
  }
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
  vi.stubEnv("WORKBOOK_CLUSTER", "no-such-cluster");
  return folder;
}

describe("the id that sbatch prints", () => {
  it.each([
    ["4242\n", "4242"],
    ["4242;gpu\n", "4242;gpu"],
    ["Welcome to the Fancy6\n12\n--> Verifying job request (4242 SUs left)...OK\n4243\n", "4243"],
    ["4243\nYour project has\n  4242 SUs left\n", "4243"],
    ["12\r\n4243;gpu.a\r\n\r\n", "4243;gpu.a"],
  ])("of %j is %s", (printed, id) => {
    expect(jobIdIn(printed)).toBe(id);
  });

  it.each(["", "12\n4243\nGood luck!\n", "4242;--uid=0 x", "4242;$(id)", "job 4242 \u001b[2J", "12345678901"])(
    "is not taken from %j",
    (printed) => {
      expect(() => jobIdIn(printed)).toThrow(/^sbatch named no job, but said "[^\p{Cc}]*": see `squeue --me`/u);
    },
  );
});

/** A line of squeue's about job 4242. */
const line = (state: string) =>
  `printf '%-20s%-20s%-40s%-20s%-20s%-30s%-30s%-30s%-200s%-4000s%-30s\\n' 4242 0 ${state} 0 0 0:10 N/A N/A None g1 1795000000`;
const unknown = "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1";

it("a job of another cluster is asked for and cancelled there", async () => {
  const squeue = `[[ $* == *--clusters=gpu* ]] || { ${unknown}; }; echo 'CLUSTER: gpu'; ${line("RUNNING")}`;
  const folder = site({ squeue, sacct: "", scancel: 'echo "$*" >cancelled' });
  expect(await jobState("4242;gpu")).toMatchObject({ state: "RUNNING", nodes: "g1" });
  const job = { schema: 1 as const, ids: ["7", "4242;gpu"], job: madeUpJob(folder), folder, output: "" };
  await cancelJob(job);
  expect(readFileSync(join(folder, "cancelled"), "utf8")).toBe("--clusters=gpu 4242\n");
});

describe("a job that the controller does not know", () => {
  const refused = "echo 'sacct: error: Connection refused' >&2; exit 1";
  const disabled = "echo 'Slurm accounting storage is disabled' >&2; exit 1";
  const once = `[ -e asked ] && { ${line("PENDING")}; exit; }; touch asked; ${unknown}`;
  it.each([
    ["has not ended while the accounting does not answer", unknown, refused, undefined],
    ["has not ended where the accounting is another's to give", unknown, "exit 1", undefined],
    ["waits where it is known a moment later", once, disabled, "PENDING"],
    ["waits where it is known a moment later, and the accounting knows none yet", once, "", "PENDING"],
    ["is what the accounting says", unknown, "echo 'FAILED|None|1:0|g1'", "FAILED"],
    ["is unknown where it stays so, without an accounting", unknown, disabled, "UNKNOWN"],
  ])("%s", async (_, squeue, sacct, state) => {
    site({ squeue, sacct });
    expect((await jobState("4242"))?.state).toBe(state);
  });
});
