import { chownSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { submitCommand } from "../../lib/command/submit/command";
import { writeJob } from "../../lib/jobs/job-folder";
import { madeUpJob } from "../jobs/made-up-job";
import { mallory, whyNotRoot } from "../system/mallory";
import { inProcess } from "./in-process";
import { temporaryFolder } from "../temporary";

let folder: string;
beforeEach(() => void (folder = temporaryFolder("submit")));

const dryRun = (task: string, ...words: string[]) => inProcess(submitCommand(), task, "--dry-run", ...words);
/** The script of a job at a site that says what its cluster is, or why there is none. */
async function script(cluster: string, ...flags: string[]): Promise<string> {
  const site = join(folder, "site.json");
  writeFileSync(site, JSON.stringify({ cluster }));
  vi.stubEnv("WORKBOOK_SITE", site);
  return (await dryRun("many-nodes", ...flags)).printed;
}

it("prints a script of what is asked for", async () => {
  const { status, printed } = await dryRun("mirrored", "--gpus-per-node", "2", "--", "--epochs", "7");
  expect(status).toBe(0);
  expect(printed).toContain("#SBATCH --gres=gpu:2");
  expect(printed).toContain("--epochs 7");
});

it.each<[string[], number, RegExp]>([
  [["tpu"], 1, /^workbook: There is no task "tpu": choose one of cpu, gpu/],
  [[], 2, /^workbook: name one task, or one job with --attach/],
  [["cpu", "--time", "1:30"], 2, /Write minutes \(90\), .* Slurm would take 1:30 for 90 seconds\.$/],
  [["cpu", "--exclude", "node07;rm"], 2, /Write names of nodes as Slurm does/],
  [["--attach", "none"], 1, /^workbook: There is no job "none" in results\/jobs/],
  [["cpu", "--nodes", "0"], 2, /--nodes.*whole number from 1/],
])("submit %j is refused in one line", async (words, expected, line) => {
  const { status, printed } = await inProcess(submitCommand(), ...words);
  expect(status).toBe(expected);
  expect(printed).toMatch(/^[^\n]+\n$/);
  expect(printed.trim()).toMatch(line);
});

const flags = ["--attach", "--cancel", "--resume"];
const places = ["cpu-1", "cpu-1/job.json", "."];
it.skipIf(whyNotRoot !== "").each(flags.flatMap((flag) => places.map((place) => [flag, place])))(
  "%s refuses another account's job folder, with %s that is theirs, and writes nothing",
  async (flag, place) => {
    const described = { schema: 1 as const, ids: ["1"], job: { ...madeUpJob(folder), name: "cpu" } };
    const own = join(folder, "cpu-1");
    await writeJob({ ...described, folder: own, output: "", record: join(folder, "root.json") }, "");
    const theirs = join(folder, place);
    chownSync(theirs, mallory.uid, mallory.gid);
    const { status, printed } = await inProcess(submitCommand(), flag, own);
    expect(status).toBe(1);
    expect(printed).toMatch(/^workbook: [^\n]*\n$/);
    expect(printed).toContain(`${theirs.replace(/\/\.$/, "")} belongs to nobody, `);
    expect(readdirSync(folder).sort()).toEqual(["cpu-1", "example.json"]);
  },
);

describe("submit --checkpoint-every", () => {
  it("tells the job's training a number of steps, or how often the site's nodes fail", async () => {
    expect(await script("", "--checkpoint-every", "500")).toContain("\nexport WORKBOOK_CHECKPOINT_EVERY=500\n");
    expect(await script("h100", "--checkpoint-every", "auto")).toContain(
      "\nexport WORKBOOK_CHECKPOINT_EVERY=auto:6300\n",
    );
  });

  it("says nothing where it is left out", async () => {
    expect(await script("h100")).not.toContain("CHECKPOINT_EVERY");
  });

  it.each([
    [
      "",
      "auto",
      /^workbook: --checkpoint-every auto needs the hours between failures of a node, and the setting cluster of the site names no file: add it, or give a number of steps\.\n$/,
    ],
    ["two-cores", "auto", /^.*, and two-cores has no nodeMtbfHours: add it, or give a number of steps\.\n$/],
    ["elsewhere", "auto", /^workbook: There is no cluster "elsewhere": name a file, or one of h100, two-cores\.\n$/],
    ["h100", "often", /Give a whole number from 1 to 9007199254740991, or auto\./],
    ["h100", "1000000000000000000000", /Give a whole number from 1 to 9007199254740991, or auto\./],
    ["h100", "0", /Give a whole number from 1 to 9007199254740991, or auto\./],
  ])("at the site %j refuses %s in one line", async (cluster, every, message) => {
    expect(await script(cluster, "--checkpoint-every", every)).toMatch(message);
  });
});

describe("submit frameworks", () => {
  it.each([
    [["--framework", "tensorflow", "--", "--compression", "16-bit"], /^workbook: tensorflow cannot send gradients in 16 bits: leave/],
    [["--", "--compression", "fp16"], /^workbook: --compression is "fp16": give one of none, 16-bit\.\n$/],
    [["--", "--local-batch-size=-3"], /^workbook: --local-batch-size is -3: give a whole number from 1 up\.\n$/],
    [["--", "--local-batch-size", "-3"], /^workbook: --local-batch-size is -3: give a whole number from 1 up\.\n$/],
    [["--", "--local-batch-size", "abc"], /^workbook: --local-batch-size is "abc": give a number\.\n$/],
    [["--", "--framework", "nosuch"], /^workbook: There is no framework "nosuch": choose one of ours, /],
    [["--framework", "nosuch"], /^workbook: There is no framework "nosuch": choose one of ours, /],
  ])("refuses %j in one line, and prints no script", async (words, line) => {
    const { status, printed } = await dryRun("frameworks", ...words);
    expect([status, printed]).toEqual([1, expect.stringMatching(line)]);
  }); // prettier-ignore

  it("takes each preset's own arguments", async () => {
    for (const preset of ["quick", "local", "full"]) {
      const { printed } = await dryRun("frameworks", "--preset", preset, "--framework", "pytorch-ddp");
      expect(printed).toContain("--framework pytorch-ddp");
    }
  });
});
